// The talk with the server. Streamlit forgets at times what a page asked of it: a run that begins clears away what
// the server was about to answer, where a photo is to go too. What was asked and not answered is asked again here.
// A file lives only as long as its field: taps wait until it is there and a run took it. Then they are sent one after the
// other: of two at once the server would do first what stands first on the page. What a page asks by itself goes on.
// A page that was cut off greets whom it finds: the server may have begun a new session in the meantime, which knows of
// the page only its address. What was not answered is said to it afterwards; a tap that the former session may have
// heard is not said twice, so the page tells that it may be lost.

const STREAM = "/_stcore/stream";
const OURS = "-wire-heard"; // how the server's name for the field ends that takes the numbers
const APP = "[data-testid=stApp]", STATE = "data-test-connection-state", CONNECTED = "CONNECTED", SCRIPT = "data-test-script-state";
const PAUSE = 50; // milliseconds
const HEARD = /class="heard-(\d+)"/, LONG = 1000; // how a run says what it heard, and in fewer bytes

const GREETING = Symbol("greeting"), LOST = "shelfmark.lost";

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
    this.sent = []; // what is sent and not answered
    this.out = null; // what of it others wait for; that of a greeting is `GREETING`
    this.number = 0; // of the last that was sent
    this.begun = 0; // of the last that was sent when the run that goes on began
    this.session = ""; // the server's name for whom it talks to
    this.name = ""; // its name for the session whose run goes on
    this.shows = {}; // the page that was drawn last
    this.last = null; // what was asked last
    this.lost = false; // whether a tap may be lost
    this.wakes = false; // whether all fields are to be said again
    this.anew = false; // whether the page is to be loaded, as fields show what they said before that
    this.whose = ""; // the server's name for the field of the number
    this.heard = null; // the number that the run that goes on heard last
    this.socket = null;
    this.passes = false;
    this.uploads = new Uploads(() => this.settle());
    [this.lost, this.uploads.lost] = JSON.parse(sessionStorage.getItem(LOST)) ?? [false, []];
    sessionStorage.removeItem(LOST);
    const sockets = socketsOf();
    const { send } = sockets;
    const wire = this;
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
      constructor(...where) {
        super(...where);
        if (this.url.includes(STREAM)) this.addEventListener("open", () => wire.greets(this));
      }
    };
    new MutationObserver(() => this.tell()).observe(document.querySelector(APP), { attributeFilter: [STATE] });
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
    if (this.socket !== socket) this.listen(socket);
    const message = new Uint8Array(data).slice();
    const [first] = fields(message);
    if (first?.number === RERUN) return this.asks(new Asked(message, this.states));
    if (first?.number !== FILE_URLS) return [message];
    this.places.set(text(field(first.value, 1)), message);
    this.uploads.ask(text(field(first.value, 1)), all(first.value, 2).map(text));
    return [message];
  }

  listen(socket) {
    this.socket = socket;
    this.begun = null;
    socket.addEventListener("message", (event) => { if (this.socket === socket) this.hears(new Uint8Array(event.data)); });
  }

  /** The page is connected once more: nobody else says anything before this is answered. */
  greets(socket) {
    this.listen(socket);
    this.out = GREETING;
    this.send(hello(this.last, this.shows));
    this.tell();
  }

  /** A greeting was answered by a session that heard what was sent up to this number. */
  greeted(heard) {
    if (this.out !== GREETING) return;
    const unheard = this.sent.filter(({ n }) => n > heard);
    const taken = this.sent.filter(({ n }) => n <= heard).flatMap(({ its }) => its);
    if (this.name !== this.session) {
      this.lost ||= unheard.some(({ taps }) => taps);
      [...unheard, ...this.waiting.filter(({ files }) => files)].forEach((each) => each.forNewSession());
      this.uploads.forgotten();
      this.anew = unheard.some(({ changed }) => changed.length);
      this.states = new Map(); // it knows of none
    }
    this.session = this.name;
    this.sent = [];
    this.out = null;
    this.waiting.unshift(...unheard.filter(({ changed, fragment }) => changed.length || !fragment));
    for (const each of this.waiting) each.brief = true; // others were answered since
    dispatchEvent(new Event("shelfmark:awake")); // what waits for an answer waits no more
    this.wakes = true;
    this.uploads.taken(taken);
  }

  /** Somebody read what was lost. */
  forgive() {
    this.lost = false;
    this.uploads.lost = [];
    this.tell();
  }

  /** Loads the page, which goes on to tell what was lost. */
  load() {
    sessionStorage.setItem(LOST, JSON.stringify([this.lost, this.uploads.lost]));
    location.reload();
  }

  asks(asked) {
    this.whose ||= [...asked.states.keys()].find((id) => id.endsWith(OURS)) ?? "";
    if (asked.auto) {
      asked.hush();
      return this.out ? [] : [asked.sent("")];
    }
    this.last = asked;
    // a field that is gone holds no files any more: drawn anew it has none, and brings none by that
    for (const [id, state] of this.states) if (ids(state).length && !asked.states.has(id)) this.states.delete(id);
    // a page that greets asks by itself too, with what its fields said before the answer
    if (this.out === GREETING && !asked.taps && !asked.files) asked.hush();
    else this.states = new Map([...this.states, ...asked.lasting]);
    if (!asked.files && (!this.holding || (asked.fragment && this.out !== GREETING))) {
      asked.brief = this.holding; // what waits speaks of the rest
      return [this.numbered(asked)];
    }
    if (asked.files) {
      this.waiting.forEach((each) => each.forget(asked.changed));
      this.waiting.unshift(asked);
    } else if (this.waiting.length && asked.says(this.waiting.at(-1))) this.waiting.splice(-1, 1, asked);
    else this.waiting.push(asked);
    this.askPlaces();
    if (this.ready) return [this.next()];
    this.tell();
    return [];
  }

  /** It as it is sent, with the next number. */
  numbered(asked) {
    asked.n = this.number += 1;
    this.sent.push(asked);
    return asked.sent(this.whose);
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
    this.uploads.take(this.out.its);
    return this.numbered(this.out);
  }

  /** The server said this. */
  hears(message) {
    for (const { number, value } of fields(message)) {
      if (number === FILE_URLS_ANSWER) this.answerPlaces(value);
      if (number === DELTA && this.heard === null && value.length < LONG) this.heard = HEARD.exec(text(value))?.[1] ?? null;
      if (number === NEW_SESSION) {
        this.heard = null;
        this.begun = this.number;
        this.name = text(field(field(value, INITIALIZE), SESSION));
        if (this.out !== GREETING) this.session = this.name;
        this.askPlaces();
      }
      if (number === FINISHED && this.begun !== null) this.ends(value);
    }
  }

  /** A run ended in this way. */
  ends(how) {
    // a run that heard nothing broke before it could: it was the last there is
    const heard = this.whose ? Number(this.heard ?? this.begun) : this.begun;
    if (this.out === GREETING) {
      if (how === WHOLE) this.drawn(() => this.greeted(this.name === this.session ? heard : 0));
      return;
    }
    const answers = (each) => (how === WHOLE && each.n <= heard) || (how === PART && each.fragment && each.n <= this.begun);
    this.sent = this.sent.filter((each) => !answers(each));
    const done = this.out && how !== EARLY && (this.out.fragment || (how === WHOLE && this.out.n <= heard));
    if (!done) return;
    const { its } = this.out;
    this.out = null;
    this.uploads.taken(its);
  }

  /** Calls this when the page shows what the run that ended said, if it is not cut off again by then. */
  drawn(then) {
    const { socket } = this;
    const look = () => {
      if (socket !== this.socket) return;
      if (document.querySelector(APP).getAttribute(SCRIPT) === "notRunning") setTimeout(then, PAUSE);
      else setTimeout(look, PAUSE);
    };
    look();
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
    if (this.wakes && !this.holding) {
      this.wakes = false;
      this.drawn(() => (this.anew ? this.load() : this.awake())); // the fields say what they say by now
    }
    this.tell();
  }

  /** Whether something waits for files. */
  get holds() {
    return this.waiting.length > 0 && this.uploads.some;
  }

  /** Whether the page is cut off, or does not know yet whom it talks to. */
  get cut() {
    return this.anew || this.out === GREETING || document.querySelector(APP).getAttribute(STATE) !== CONNECTED;
  }

  tell() {
    this.dispatchEvent(new Event("change"));
  }
}
