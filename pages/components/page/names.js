// Names of earlier games, offered by the browser itself in the fields of names: `data.scene` has the names, and says
// which fields these are. A field is drawn anew at times, so each is told when somebody goes into it.

const LIST = "shelfmark-names";
const shared = (window[Symbol.for("shelfmark.names")] ??= { names: [], fields: "", hears: false });

function offer({ target }) {
  if (!shared.fields || !target.matches?.(shared.fields)) return;
  let list = document.getElementById(LIST);
  if (!list) {
    list = document.createElement("datalist");
    list.id = LIST;
    document.body.append(list);
  }
  const others = new Set([...document.querySelectorAll(shared.fields)].filter((field) => field !== target).map((field) => field.value.trim()));
  list.replaceChildren(...shared.names.filter((name) => !others.has(name)).map((name) => Object.assign(document.createElement("option"), { value: name })));
  target.setAttribute("list", LIST);
}

export default function ({ data }) {
  Object.assign(shared, JSON.parse(data.scene));
  if (!shared.hears) document.addEventListener("focusin", offer);
  shared.hears = true;
}
