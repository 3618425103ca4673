// Notes whether the app has answered the last thing that the page asked of it: `talk.answered`.
(() => {
  const ASK = 0x5a; // how a BackMsg with `rerun_script` begins
  const [NEW_SESSION, SCRIPT_FINISHED] = [4, 6]; // fields of ForwardMsg
  const talk = (window.talk = { answered: false, begun: false });

  /** The first field of a Protocol Buffers message that is one of `wanted`, with its number (or its length). */
  const field = (bytes, wanted) => {
    let at = 0;
    const varint = () => {
      let value = 0;
      for (let shift = 1; ; shift *= 128) {
        const byte = bytes[at++];
        value += (byte & 127) * shift;
        if (byte < 128) return value;
      }
    };
    while (at < bytes.length) {
      const tag = varint();
      const value = varint(); // ForwardMsg has no other kinds of field than numbers and what has a length
      if (wanted.includes(tag >> 3)) return [tag >> 3, value];
      if ((tag & 7) === 2) at += value;
    }
    return [];
  };

  window.WebSocket = class extends WebSocket {
    constructor(...options) {
      super(...options);
      this.addEventListener("message", ({ data }) => {
        const [kind, value] = field(new Uint8Array(data), [NEW_SESSION, SCRIPT_FINISHED]);
        if (kind === NEW_SESSION) talk.begun = true;
        // 2: it ended early, because it runs again
        if (kind === SCRIPT_FINISHED && value !== 2) talk.answered = talk.begun;
      });
    }
    send(data) {
      if (new Uint8Array(data)[0] === ASK) Object.assign(talk, { answered: false, begun: false });
      super.send(data);
    }
  };
})();
