// Shows the form that scorer.forms drew. It comes as HTML with SVG inside, which st.html would take out, and with its
// own fonts, which a shadow root would ignore.

export default function ({ data, parentElement }) {
  const sheet = parentElement.querySelector(".form-sheet");
  if (sheet.shown !== data.html) {
    sheet.shown = data.html;
    sheet.innerHTML = data.html;
  }
  sheet.setAttribute("aria-label", data.label);
}
