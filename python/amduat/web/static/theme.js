// Light, dark, or as the system has it; kept for the next visit.

import { button } from "./dom.js";

const NAMES = { auto: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" };
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

export function stored(name, fallback) {
  try {
    return localStorage.getItem(`amduat.${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(`amduat.${name}`, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The button that switches between them. */
export function themeButton() {
  const element = button("", () => apply(next()), { class: "plain icon" });
  const next = () => ({ auto: "dark", dark: "light", light: "auto" })[document.documentElement.dataset.theme];
  function apply(theme) {
    document.documentElement.dataset.theme = theme;
    store("theme", theme);
    element.textContent = SIGNS[theme];
    element.title = NAMES[theme];
    element.setAttribute("aria-label", NAMES[theme]);
  }
  const kept = stored("theme", "auto");
  apply(kept in NAMES ? kept : "auto");
  return element;
}

/** Whether things are to stay still. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
