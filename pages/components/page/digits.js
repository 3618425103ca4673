// A field for a whole number is a text field, as a browser's own changes what it does not like: the phone shows its
// keys with digits all the same. What a `.st-key-digits-…` holds is told so before it is given the keyboard.

if (!window[Symbol.for("shelfmark.digits")]) {
  window[Symbol.for("shelfmark.digits")] = true;
  for (const kind of ["pointerdown", "focusin"]) {
    document.addEventListener(kind, ({ target }) => {
      for (const field of target.closest?.('[class*="st-key-digits-"]')?.querySelectorAll("input") ?? []) field.inputMode = "numeric";
    }, true);
  }
}
