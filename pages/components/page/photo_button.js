// A wide button that opens the uploader's own choice of photos, and says whose shelf the next photo shows. A browser
// opens that choice only for a tap, so the tap must not go to Python first.

const STYLE = `button {
  width: 100%; min-height: 3.25rem; padding: 0.5rem 1rem; border: 1px solid var(--accent); border-radius: 8px; background: transparent; color: inherit;
  font: 600 1rem var(--st-font); cursor: pointer; touch-action: manipulation;
}
button.main { background: var(--accent); color: var(--on-accent); }
button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }`;

export default function ({ data, parentElement, setStateValue }) {
  let button = parentElement.querySelector("button");
  if (!button) {
    const style = document.createElement("style");
    style.textContent = STYLE;
    button = Object.assign(document.createElement("button"), { type: "button" });
    parentElement.append(style, button);
  }
  button.textContent = data.label;
  button.className = data.main ? "main" : "";
  button.onclick = () => {
    setStateValue("tapped", { seat: data.seat, at: Date.now() });
    document.querySelector(`${data.into} input[type=file]`)?.click();
  };
}
