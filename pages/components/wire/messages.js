// What page and server say to each other, as far as it is looked at here: Protocol Buffers messages of Streamlit.
// A message is a row of fields; each has a number, and a whole number or bytes in it.

const RERUN = 11, FILE_URLS = 16; // of a BackMsg, which the page sends
const NEW_SESSION = 4, FINISHED = 6, FILE_URLS_ANSWER = 19; // of a ForwardMsg, which the server sends
const EARLY = 2; // a run that ended early, because it runs again

const texts = new TextDecoder();

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

/** Whether `part` stands somewhere in the bytes. */
const holds = (bytes, part) => text(bytes).includes(part);
