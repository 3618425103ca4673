// What page and server say to each other, as far as it is looked at here: Protocol Buffers messages of Streamlit.
// A message is a row of fields; each has a number, and a whole number or bytes in it.

const RERUN = 11, FILE_URLS = 16; // of a BackMsg, which the page sends
const NEW_SESSION = 4, DELTA = 5, FINISHED = 6, FILE_URLS_ANSWER = 19; // of a ForwardMsg, which the server sends
const QUERY = 1, STATES = 2, PAGE = 3, PATH = 4, FRAGMENT = 5, AUTO = 6, CONTEXT = 8; // of a `rerun`: the address, what its
// fields say, which page, the page's name, which part, by itself, where and what the browser is
const INITIALIZE = 1, SESSION = 6; // of NEW_SESSION, and of the first of these
const WORDS = 6, FILES = 13, TAPS = [2, 14, 15, 16]; // of a state: a text, files, and what only a tap says
const WHOLE = 0, EARLY = 2, PART = 3; // how a run ended: of the whole page, to run again, of a part

const texts = new TextDecoder(), bytes = new TextEncoder();

/** The fields of a message, one after the other: `number`, `value`, and `bytes`, the whole field as it is sent. */
function* fields(message) {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = message[at++];
      value += (byte & 127) * shift;
      if (byte < 128 || at >= message.length) return value;
    }
  };
  while (at < message.length) {
    const begin = at;
    const tag = varint();
    const kind = tag % 8;
    let value = null;
    if (kind === 0) value = varint();
    else {
      const length = { 1: 8, 5: 4 }[kind] ?? varint();
      value = message.subarray(at, at + length);
      at += length;
    }
    yield { number: Math.floor(tag / 8), value, bytes: message.subarray(begin, at) };
  }
}

/** What stands in the first field of this number; undefined where there is none. */
function field(message, number) {
  for (const each of fields(message)) if (each.number === number) return each.value;
  return undefined;
}

/** What stands in each field of this number. */
const all = (message, number) => [...fields(message)].filter((each) => each.number === number).map((each) => each.value);

const text = (bytes) => (bytes ? texts.decode(bytes) : "");

const same = (one, other) => one.length === other?.length && one.every((byte, at) => byte === other[at]);

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A field of this number with these bytes in it, as it is sent. */
function written(number, bytes) {
  const head = [];
  for (let left of [number * 8 + 2, bytes.length]) {
    for (; left > 127; left = Math.floor(left / 128)) head.push((left % 128) + 128);
    head.push(left);
  }
  return joined([head, bytes]);
}

/** What a page asks a run for: somebody's tap. `before` is what its fields said until then. */
class Asked {
  constructor(message, before) {
    this.message = message;
    const rerun = field(message, RERUN);
    this.page = text(field(rerun, PAGE));
    this.fragment = text(field(rerun, FRAGMENT));
    this.auto = Boolean(field(rerun, AUTO));
    this.states = new Map(all(field(rerun, STATES) ?? [], 1).map((state) => [text(field(state, 1)), state]));
    this.changed = [...this.states.keys()].filter((id) => !same(this.states.get(id), before.get(id)));
    this.files = this.changed.some((id) => ids(this.states.get(id)).join() !== ids(before.get(id)).join());
    // whether it tells only what changed: files go ahead of taps, whose fields stand by now as they were tapped
    this.brief = this.files;
  }

  /** The ids of all its files. */
  get its() {
    return [...this.states.values()].flatMap(ids);
  }

  /** What the fields go on to say after it: what a tap says, it says once. */
  get lasting() {
    return [...this.states].filter(([, state]) => !isTap(state));
  }

  /** Whether it says all that an earlier one says, as its fields say it later. */
  says(earlier) {
    return earlier.page === this.page && earlier.changed.every((id) => !isTap(earlier.states.get(id)) && this.changed.includes(id));
  }

  /** These fields said something else since: it speaks of them no more. */
  forget(ids) {
    this.changed = this.changed.filter((id) => !ids.includes(id));
    for (const id of ids) this.states.delete(id);
  }

  /** Whether it says a tap. */
  get taps() {
    return this.changed.some((id) => isTap(this.states.get(id)));
  }

  /** Its fields say nothing new. */
  hush() {
    this.changed = [];
    this.brief = true;
  }

  /** A new session is to hear it: the former may have heard its tap, and took its files along. */
  forNewSession() {
    this.forget(this.changed.filter((id) => isTap(this.states.get(id)) || field(this.states.get(id), FILES)));
    this.files = false;
  }

  /** It as it is sent, with its number in the field `whose` where there is one. */
  sent(whose) {
    const ids = this.brief ? this.changed : [...this.states.keys()];
    const states = ids.filter((id) => id !== whose).map((id) => written(1, this.states.get(id)));
    if (whose) states.push(written(1, joined([written(1, bytes.encode(whose)), written(WORDS, bytes.encode(`${this.n}`))])));
    const rest = [...fields(field(this.message, RERUN))].filter(({ number }) => number !== STATES);
    return written(RERUN, joined([...rest.map((each) => each.bytes), written(STATES, joined(states))]));
  }
}

const isTap = (state) => [...fields(state)].some(({ number }) => TAPS.includes(number));

/** The ids of the files that a field holds. */
function ids(state) {
  const held = state && field(state, FILES);
  return held ? all(held, 2).map((file) => text(field(file, 4))) : [];
}

/** Asks for the page of this address as the session knows it: it says nothing of what its fields say. `last` is what
 * was asked before, if anything: where and what the browser is stands there. `drawn` is the page that was drawn last,
 * by its address and the server's name for it.
 */
function hello(last, drawn) {
  const path = location.pathname.split("/").filter(Boolean).at(-1) ?? "";
  const context = last && field(field(last.message, RERUN), CONTEXT);
  const page = drawn.at === location.pathname ? written(PAGE, bytes.encode(drawn.page)) : written(PATH, bytes.encode(path));
  return written(RERUN, joined([written(QUERY, bytes.encode(location.search.slice(1))), page, ...(context ? [written(CONTEXT, context)] : [])]));
}
