// Who plays, what they have in reserve, the dice and what is in hand.

import { h } from "./dom.js";
import { die, portrait } from "./shapes.js";

/** The token that stands for each player: the first of each colour that belongs to one. */
export function figures(board) {
  const found = new Map();
  for (const { token } of board.palette) if (!found.has(token.colour)) found.set(token.colour, token);
  return board.players.map((colour) => found.get(colour) ?? board.palette[0].token);
}

/** What whoever sits somewhere is called, by the description of the seat. */
export function called(who) {
  const [, level] = who.match(/^search:(\d+)$/) ?? [];
  if (level) return `level ${level}`;
  const [, name] = who.match(/^human(?::(.*))?$/) ?? [null, who];
  return name || "person";
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
        .map(([what, counts]) => counted(what, counts[player]));
      const place = view.places.indexOf(player);
      if (view.scores && view.over) left.push(counted("points", view.scores[player]));
      const won = result?.winners.includes(player);
      const toPlay = turn && thinking !== player ? h("span", { class: "unseen" }, "to play") : null;
      const placed = won ? "won" : place >= 0 ? `${place + 1}.` : null;
      return h(
        "li",
        { class: turn ? "turn" : "", "aria-current": turn ? "true" : null },
        portrait(board, { ...tokens[player], facing: "" }),
        h(
          "div", { class: "line" },
          h("span", { class: "name" }, name, seat ? h("small", {}, called(seat.who)) : null, toPlay),
          h("span", { class: "mark" }, placed ?? (thinking === player ? "thinks…" : null)),
          left.length ? h("span", { class: "lefts" }, left) : null,
        ),
      );
    }),
  );
}

/** The dice, the tile in hand, what is common to all, and what else the game says that is not shown. */
export function tray(board, view) {
  const labels = view.dice.length === 2 ? ["own die", "other die"] : ["die"];
  const shown = (value, nth) => h("span", { class: "dice" }, die(value, labels[nth]), h("small", {}, labels[nth]));
  const dice = view.dice.map(shown);
  const held = view.hand === null ? null : inHand(board, view.hand);
  const common = Object.entries(view.reserves).filter(([, counts]) => counts.length !== view.names.length);
  const piles = common.map(([what, [count]]) => counted(`${what}, common pile`, count));
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
  const words = hand === "?" ? "drawn, not yet shown" : `in hand: ${hand}`;
  return h("span", { class: "dice" }, picture, h("small", {}, words));
}

function counted(what, count) {
  return h("span", { class: "left" }, `${what} `, h("b", {}, String(count)));
}
