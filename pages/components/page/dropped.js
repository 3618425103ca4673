// Files dropped anywhere on the page go to the field that takes them. `data.into` says where on the page that field
// is, `data.text` what the page says while files hover over it. Other fields for files take theirs themselves.

const FIELD = "[data-testid=stFileUploader]";
const LINGER = 600; // ms: browsers tell of files that hover at least twice as often

const shared = (window[Symbol.for("shelfmark.dropped")] ??= { into: null, text: "", over: 0 });

const app = () => document.querySelector("[data-testid=stApp]");
const input = () => shared.into && document.querySelector(`${shared.into} input[type=file]`);
const ours = (event) => event.dataTransfer?.types.includes("Files") && input() && !event.target.closest?.(FIELD);

function hover(event) {
  if (!ours(event)) return;
  event.preventDefault(); // else the browser shows the file in the page's place
  app().dataset.dropping = shared.text;
  clearTimeout(shared.over);
  shared.over = setTimeout(() => delete app().dataset.dropping, LINGER);
}

function drop(event) {
  if (!ours(event)) return;
  event.preventDefault();
  delete app().dataset.dropping;
  const field = input();
  field.files = event.dataTransfer.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

export default function ({ data }) {
  if (shared.into === null) {
    document.addEventListener("dragover", hover);
    document.addEventListener("drop", drop);
  }
  Object.assign(shared, data);
}
