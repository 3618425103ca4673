// The talk with the server. Streamlit forgets at times what a page asked of it: a run that begins clears away what
// the server was about to answer, where a photo is to go too. What was asked and not answered is asked again here.
// A file lives only as long as its field: taps wait until it is there and a run took it. Then they are sent one after the
// other: of two at once the server would do first what stands first on the page. What a page asks by itself goes on.

const STREAM = "/_stcore/stream";
const OURS = "-wire-heard"; // how the server's name for the field ends that takes the numbers
const HEARD = /class="heard-(\d+)"/, LONG = 1000; // how a run says what it heard, and in fewer bytes

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
    this.states = new Map(); // what each field of the page says, as the page told last
    this.waiting = []; // what is sent later
    this.out = null; // what is sent and not answered, for which others wait
    this.number = 0; // its number
    this.whose = ""; // the server's name for the field of the number
    this.heard = null; // the number that the run that goes on heard last
    this.socket = null;
    this.passes = false;
    this.uploads = new Uploads(() => this.settle());
    const sockets = socketsOf();
    const { send } = sockets;
    const wire = this;
    sockets.send = function (data) {
      if (!this.url.includes(STREAM)) send.call(this, data);
      else for (const each of wire.passes ? [data] : wire.says(this, data)) send.call(this, each);
    };
  }

  /** Says this to the server now. */
  send(data) {
    this.passes = true;
    this.socket.send(data);
    this.passes = false;
  }

  /** The page is about to say this: what is said in its place. */
  says(socket, data) {
    if (this.socket !== socket) {
      this.socket = socket;
      this.out = null;
      socket.addEventListener("message", (event) => { if (this.socket === socket) this.hears(new Uint8Array(event.data)); });
    }
    const said = new Uint8Array(data).slice();
    const [first] = fields(said);
    if (first?.number === RERUN) return this.asks(new Asked(said, this.states));
    if (first?.number !== FILE_URLS) return [said];
    this.places.set(text(field(first.value, 1)), said);
    this.uploads.ask(text(field(first.value, 1)), all(first.value, 2).map(text));
    return [said];
  }

  asks(asked) {
    this.whose ||= asked.all.find((id) => id.endsWith(OURS)) ?? "";
    if (asked.auto) return this.out ? [] : [asked.sent(this.whose, this.number, [])]; // its fields say nothing new
    this.states = new Map([...this.states, ...asked.lasting]);
    if (!asked.files && !this.holding) return [asked.sent(this.whose, this.number, asked.all)];
    if (asked.fragment) return [asked.sent(this.whose, this.number, asked.changed)];
    if (asked.files) {
      this.waiting.forEach((each) => each.leave(asked.changed));
      this.waiting.unshift(asked);
    } else if (this.waiting.length && asked.says(this.waiting.at(-1))) this.waiting.splice(-1, 1, asked);
    else this.waiting.push(asked);
    this.askPlaces();
    if (this.ready) return [this.next()];
    this.tell();
    return [];
  }

  /** Whether what is tapped now is sent later. */
  get holding() {
    return this.out !== null || this.waiting.length > 0 || this.uploads.some;
  }

  /** Whether the first that waits may go. */
  get ready() {
    return this.out === null && this.waiting.length > 0 && (this.waiting[0].files || !this.uploads.some);
  }

  /** The first that waits, as it is sent. */
  next() {
    this.out = this.waiting.shift();
    this.out.n = this.whose ? (this.number += 1) : 0;
    this.uploads.take(this.out.its);
    return this.out.sent(this.whose, this.number, this.out.changed);
  }

  /** The server said this. */
  hears(said) {
    for (const { number, value } of fields(said)) {
      if (number === FILE_URLS_ANSWER) this.answerPlaces(value);
      if (number === DELTA && this.heard === null && value.length < LONG) this.heard = HEARD.exec(text(value))?.[1] ?? null;
      if (number === NEW_SESSION) {
        this.heard = null;
        this.askPlaces();
      }
      // a run that heard nothing broke before it could: it was the last there is
      if (number === FINISHED && value === WHOLE && this.out && Number(this.heard ?? this.out.n) >= this.out.n) {
        const { its } = this.out;
        this.out = null;
        this.uploads.taken(its);
      }
    }
  }

  askPlaces() {
    for (const question of this.places.values()) this.send(question);
  }

  answerPlaces(answer) {
    const question = text(field(answer, 1));
    if (this.places.delete(question)) this.uploads.go(question, all(answer, 2).map((each) => text(field(each, 1))));
  }

  /** Something became of what others wait for. */
  settle() {
    if (this.ready) this.send(this.next());
    this.tell();
  }

  /** Whether something waits for files. */
  get holds() {
    return this.waiting.length > 0 && this.uploads.some;
  }

  tell() {
    this.dispatchEvent(new Event("change"));
  }
}
