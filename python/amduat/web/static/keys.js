// Keys for everything, and the page that lists them.

import { button, dialog, h, s } from "./dom.js";
import { showRules } from "./rules.js";
import { portrait } from "./shapes.js";

const TYPING = "input:not([type=checkbox]):not([type=radio]), textarea, select, dialog *";

/** Listens for keys outside of boxes and dialogs; gives what ends it. `keys` are functions by key. */
export function listen(keys) {
  function keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target.matches?.(TYPING) || document.querySelector("dialog[open]")) return;
    // Enter and space belong to a button that has the focus.
    if ((event.key === " " || event.key === "Enter") && target.matches?.("button, a, summary, [role=button]")) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  }
  document.addEventListener("keydown", keyed);
  return () => document.removeEventListener("keydown", keyed);
}

const ON_THE_BOARD = [
  ["Tab", "to the board and out of it"],
  ["← → ↑ ↓", "on the board: to the field beside this one"],
  ["Enter, space", "take a stone up, put it down"],
  ["Escape", "put it back"],
];

export const PLAYING = [
  ["← →", "look back in the game, and forward again"],
  ["↑ ↓", "to its beginning, to its end"],
  ["space", "roll"],
  ["u, r", "undo, redo"],
  ["h", "a hint"],
  ["f", "flip the board"],
  ["m", "type a move"],
  ["n", "new game"],
  ["?", "this page"],
];

export const ANALYSING = [
  ["← →", "a move back, a move forward"],
  ["↑ ↓", "the variation above or below; else to the beginning, to the end"],
  ["space", "play the best move"],
  ["l", "start and stop the engine"],
  ["a", "arrows on and off"],
  ["f", "flip the board"],
  ["m", "type a move"],
  ["?", "this page"],
];

/** The keys of a page, and what the signs on the board mean. */
export function help(board, keys) {
  const list = (title, rows) => [
    h("h3", {}, title),
    h("table", { class: "keys" }, h("tbody", {}, rows.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what))))),
  ];
  const legend = board.legend.map(({ mark, token, text }) =>
    h("li", {}, token ? portrait(board, token) : picture(board.marks[mark]), text));
  return dialog(
    "Help", button("Rules", () => showRules(board.game, board.title), { class: "main" }), list("Keys", keys), list("With the board in focus", ON_THE_BOARD),
    h("h3", {}, "On the board"), h("ul", { class: "legend" }, legend),
    h("h3", {}, "What can be done"), h("ul", {}, Object.entries(board.kinds).map(([kind, text]) => h("li", {}, h("b", {}, kind), `: ${text}`))),
  );
}

function picture(path) {
  return s("svg", { class: "portrait", viewBox: "-20 -20 140 140", "aria-hidden": "true" }, s("path", { class: "mark", d: path }));
}
