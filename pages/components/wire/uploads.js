// Files on their way to the server: from the question where they are to go to the run that takes them.

const UPLOAD = "/_stcore/upload_file/";
const [CHIP, NAME, BACK] = ["stFileChip", "stFileChipName", "stFileChipDeleteBtn"].map((part) => `[data-testid=${part}]`);
const FIELDS = "[data-testid=stFileUploader], [data-testid=stCameraInput]";

class Uploads {
  /** `changed` is called whenever something became of a file. */
  constructor(changed) {
    this.changed = changed;
    this.files = new Map(); // by the file's id; before it has one, by its question and number
    this.lost = []; // names of files that did not arrive
    const requests = XMLHttpRequest.prototype;
    const { open, send } = requests;
    const uploads = this;
    const addresses = new WeakMap();
    requests.open = function (method, address, ...rest) {
      if (method.toUpperCase() === "PUT" && `${address}`.includes(UPLOAD)) addresses.set(this, `${address}`);
      return open.call(this, method, address, ...rest);
    };
    requests.send = function (body) {
      if (addresses.has(this)) uploads.watch(this, addresses.get(this));
      return send.call(this, body);
    };
    addEventListener("beforeunload", (event) => { if (this.some) event.preventDefault(); }); // the browser asks
  }

  /** Whether files are on their way. */
  get some() {
    return this.files.size > 0;
  }

  /** Names of the files on their way, and how much of all of them is there, in percent. */
  get underWay() {
    const files = [...this.files.values()];
    const sum = (part) => files.reduce((whole, file) => whole + file[part], 0);
    return { names: files.map(({ name }) => name), share: Math.floor((100 * sum("there")) / Math.max(1, sum("size"))) };
  }

  /** The page asks where these are to go. */
  ask(question, names) {
    names.forEach((name, at) => this.files.set(`${question}/${at}`, { name, there: 0, size: 0, request: null }));
    this.changed();
  }

  /** They go to these places; where there is none for one, its field says why. */
  go(question, places) {
    for (const key of [...this.files.keys()]) {
      const [asked, at] = key.split("/");
      if (asked !== question) continue;
      if (places[at]) this.files.set(places[at], this.files.get(key));
      this.files.delete(key);
    }
    this.changed();
  }

  watch(request, address) {
    const [id] = address.split("/").at(-1).split("?");
    const file = this.files.get(id);
    if (!file) return;
    file.request = request;
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      Object.assign(file, { there: loaded, size: total });
      this.changed();
    });
    request.addEventListener("abort", () => this.drop(id)); // somebody took it back
    request.addEventListener("error", () => this.miss(id));
    request.addEventListener("load", () => {
      const unwanted = !document.querySelector(FIELDS); // nothing on the page would take it any more
      if (request.status >= 400 || unwanted) this.miss(id);
    });
  }

  /** A run is asked for that takes these. */
  take(ids) {
    for (const id of ids) if (this.files.has(id)) this.files.get(id).taking = true;
  }

  /** A run that was to take these is over. */
  taken(ids) {
    for (const id of ids) this.files.delete(id);
    if (!document.querySelector(FIELDS)) for (const [id, { taking }] of this.files) if (!taking) this.miss(id);
    this.changed();
  }

  /** The server knows nothing any more of those that it has. */
  forgotten() {
    for (const [id, { request }] of [...this.files]) if (request) this.miss(id);
  }

  drop(id) {
    this.files.delete(id);
    this.changed();
  }

  miss(id) {
    if (!this.files.has(id)) return;
    this.lost.push(this.files.get(id).name);
    this.drop(id);
  }

  /** Takes back all that is still on its way, where there is one by the button of its field. */
  cancel() {
    for (const { name, request } of [...this.files.values()]) {
      const chips = [...document.querySelectorAll(CHIP)].filter((chip) => chip.querySelector(NAME)?.title === name);
      chips.at(-1)?.querySelector(`${BACK} button`)?.click();
      request?.abort();
    }
    this.files.clear();
    this.changed();
  }
}
