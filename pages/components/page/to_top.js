// A new step begins at its top: Streamlit keeps the place where the last one was scrolled to.
const shown = (window[Symbol.for("shelfmark.step")] ??= { step: null });

export default function ({ data }) {
  if (shown.step !== null && shown.step !== data.step) document.querySelector("[data-testid=stMain]")?.scrollTo({ top: 0 });
  shown.step = data.step;
}
