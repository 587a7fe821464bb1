// The list of moves: turns in order, the actions of each, and variations below them.

import { button, h } from "./dom.js";

/** The moves of a game without variations, as play shows them. */
export function plainMoves(history, names, at, go) {
  const rows = [];
  history.forEach((ply, nth) => {
    const entry = move(ply.action, `${names[ply.player]}: ${ply.words}`, at === nth + 1, () => go(nth + 1), ply.chance);
    if (rows.at(-1)?.turn === ply.turn) rows.at(-1).entries.push(entry);
    else rows.push({ turn: ply.turn, entries: [entry], name: names[ply.player] });
  });
  return h(
    "ol",
    { class: "moves", "aria-label": "Moves" },
    rows.map((row) => h("li", {}, h("span", { class: "number" }, `${row.turn}.`), h("span", { class: "who" }, row.name), row.entries)),
  );
}

/** The moves of a tree: the main line in rows, variations indented. */
export function treeMoves(tree, names, go) {
  return h("div", { class: "moves tree", "aria-label": "Moves", role: "group" }, line(tree, tree.root, names, go));
}

function line(tree, from, names, go) {
  const rows = [];
  let row = null;
  for (let node = from.children[0], parent = from; node; parent = node, node = node.children[0]) {
    const { ply } = node;
    if (!row || row.turn !== ply.turn) {
      row = { turn: ply.turn, list: h("div", { class: "turn" }, h("span", { class: "number" }, `${ply.turn}.`), h("span", { class: "who" }, names[ply.player])) };
      rows.push(row.list);
    }
    row.list.append(entry(tree, node, names, go));
    for (const other of parent.children.slice(1)) {
      rows.push(h("div", { class: "variation" }, variation(tree, other, names, go)));
      row = null;
    }
  }
  return rows;
}

function variation(tree, node, names, go) {
  const list = h("div", { class: "turn" }, h("span", { class: "number" }, `${node.ply.turn}.`), h("span", { class: "who" }, names[node.ply.player]), entry(tree, node, names, go));
  return [list, line(tree, node, names, go)];
}

function entry(tree, node, names, go) {
  const said = `${names[node.ply.player]}: ${node.ply.words}${node.mark ? `, ${MARKS[node.mark]}` : ""}`;
  return move(node.ply.action, said, tree.current === node, () => go(node), node.ply.chance, node.mark);
}

const MARKS = { "?": "a mistake", "??": "a blunder" };

function move(text, words, current, onclick, chance, mark = "") {
  return button(mark ? `${text}\u202f${mark}` : text, onclick, {
    class: `move${current ? " current" : ""}${chance ? " chance" : ""}${mark ? " wrong" : ""}`,
    title: words, "aria-label": words, "aria-current": current ? "true" : null,
  });
}

/** Brings the current move into view inside its list, without moving the page. */
export function reveal(list) {
  const current = list.querySelector(".current");
  if (!current) return;
  const [box, item] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (item.top < box.top) list.scrollTop -= box.top - item.top + 8;
  else if (item.bottom > box.bottom) list.scrollTop += item.bottom - box.bottom + 8;
}
