// Who plays, what they have in reserve, the dice and what is in hand.

import { h } from "./dom.js";
import { die, portrait } from "./shapes.js";

const NEUTRAL = new Set(["neutral", "banned", "back", "good", "bad"]);

/** The token that stands for each player: the first of each colour that belongs to one. */
export function figures(board) {
  const found = new Map();
  for (const { token } of board.palette) if (!NEUTRAL.has(token.colour) && !found.has(token.colour)) found.set(token.colour, token);
  const seats = board.players ?? [...found.keys()];
  return seats.map((colour) => found.get(colour) ?? board.palette[0].token);
}

/** The fill colour of each player, for curves and bars. */
export function colours(board) {
  return figures(board).map((token) => board.colours[token.colour][0]);
}

/** What whoever sits somewhere is called. */
export function called({ who, human, name }) {
  const level = who.match(/^search:(\d+)$/);
  if (level) return `level ${level[1]}`;
  return human && name === "human" ? "person" : name;
}

/** A line for each player: figure, name, what is left, whose turn it is, and the place taken. */
export function playerList(board, view, seats = [], thinking = null, result = null) {
  const tokens = figures(board);
  return h(
    "ol",
    { class: "players", "aria-label": "Players" },
    view.names.map((name, player) => {
      const seat = seats[player];
      const turn = view.turn === player && !result;
      const left = Object.entries(view.reserves)
        .filter(([, counts]) => counts.length === view.names.length)
        .map(([what, counts]) => h("span", { class: "left" }, `${what} `, h("b", {}, String(counts[player]))));
      const place = view.places.indexOf(player);
      const won = result?.winners.includes(player);
      return h(
        "li",
        { class: turn ? "turn" : "", "aria-current": turn ? "true" : null },
        portrait(board, { ...tokens[player], facing: "" }),
        h("span", { class: "name" }, name, seat ? h("small", {}, called(seat)) : null),
        h("span", { class: "lefts" }, left, view.scores && view.over ? h("span", { class: "left" }, "points ", h("b", {}, String(view.scores[player]))) : null),
        h("span", { class: "mark" }, won ? "won" : place >= 0 ? `${place + 1}.` : thinking === player ? "thinks…" : turn ? h("span", { class: "unseen" }, "to play") : ""),
      );
    }),
  );
}

/** The dice, the tile in hand, what is common to all, and what else the game says that is not shown. */
export function tray(board, view) {
  const labels = view.dice.length === 2 ? ["own die", "other die"] : ["die"];
  const dice = view.dice.map((value, nth) => h("span", { class: "dice" }, die(value, labels[nth]), h("small", {}, labels[nth])));
  const held = view.hand === null ? null : inHand(board, view.hand);
  const common = Object.entries(view.reserves).filter(([, counts]) => counts.length !== view.names.length);
  const piles = common.map(([what, [count]]) => h("span", { class: "left" }, `${what}, common pile `, h("b", {}, String(count))));
  // Reserves and dice are drawn; at the end the notes say how the points came about.
  const drawn = view.faces.length > 0 || Object.keys(view.reserves).length > 0;
  const notes = drawn && !view.over ? [] : view.notes;
  if (!dice.length && !held && !piles.length && !notes.length) return null;
  return h(
    "div",
    { class: "tray" },
    dice.length || held || piles.length ? h("div", { class: "things" }, dice, held, piles) : null,
    notes.length ? h("ul", { class: "notes" }, notes.map((note) => h("li", {}, note))) : null,
  );
}

function inHand(board, hand) {
  const entry = board.palette.find(({ piece }) => piece === hand);
  const picture = entry ? portrait(board, entry.token) : h("b", {}, hand);
  return h("span", { class: "dice" }, picture, h("small", {}, hand === "?" ? "drawn, not yet shown" : `in hand: ${hand}`));
}
