// Tells screen readers what happens; the same sentence twice is read twice.

const NOTHING = "\u2060"; // a joiner of no width makes a repeated text a new one
let again = false;

/** Says a sentence in the live region. */
export function announce(text) {
  if (!text) return;
  const region = document.getElementById("live");
  again = !again;
  region.textContent = text + (again ? NOTHING : "");
}
