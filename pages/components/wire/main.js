// One for all of a page, however often this is drawn.
const shared = (window[Symbol.for("shelfmark.wire")] ??= { wire: new Wire() });

export default function () {}
