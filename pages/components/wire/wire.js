// The talk with the server. Streamlit forgets at times what a page asked of it: a run that begins clears away what
// the server was about to answer, where a photo is to go too. What was asked and not answered is asked again here.

const STREAM = "/_stcore/stream";

/** What all sockets share, under whatever somebody made of them since. */
function socketsOf() {
  let shared = WebSocket.prototype;
  while (Object.getPrototypeOf(shared) !== EventTarget.prototype) shared = Object.getPrototypeOf(shared);
  return shared;
}

class Wire extends EventTarget {
  constructor() {
    super();
    this.places = new Map(); // questions where files are to go, by their names, until they are answered
    this.sent = []; // what a run is asked for, until one begins
    this.begun = []; // what the run that goes on is about
    this.heard = new WeakSet();
    const sockets = socketsOf();
    const { send } = sockets;
    const wire = this;
    this.send = (socket, data) => send.call(socket, data);
    sockets.send = function (data) {
      if (this.url.includes(STREAM)) wire.says(this, data);
      send.call(this, data);
    };
  }

  /** The page is about to say this. */
  says(socket, data) {
    if (!this.heard.has(socket)) {
      this.heard.add(socket);
      socket.addEventListener("message", (event) => this.hears(socket, new Uint8Array(event.data)));
    }
    const said = new Uint8Array(data).slice();
    const [first] = fields(said);
    if (first?.number === RERUN) this.sent.push(said);
    if (first?.number !== FILE_URLS) return;
    this.places.set(text(field(first.value, 1)), said);
    this.tell("asked", all(first.value, 2).map(text));
  }

  /** The server said this. */
  hears(socket, said) {
    for (const { number, value } of fields(said)) {
      if (number === FILE_URLS_ANSWER) this.places.delete(text(field(value, 1)));
      if (number === NEW_SESSION) {
        this.begun.push(...this.sent.splice(0));
        for (const question of this.places.values()) this.send(socket, question);
      }
      if (number === FINISHED && value !== EARLY) this.tell("answered", this.begun.splice(0));
    }
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
