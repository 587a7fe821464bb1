// What players can expect, as numbers, a bar and a curve.

import { h, put, s } from "./dom.js";

/** A value from -1 to 1 with its sign. */
export function signed(value) {
  const text = Math.abs(value).toFixed(2);
  return `${value < -0.004 ? "−" : value > 0.004 ? "+" : "±"}${text}`;
}

/** The bar: each player's share, in the player's colour. */
export function bar(element, values, names, colours) {
  const worth = values.map((value) => value + 1);
  const all = worth.reduce((sum, value) => sum + value, 0) || 1;
  const text = values.map((value, player) => `${names[player]} ${signed(value)}`).join(", ");
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", `Evaluation: ${text}`);
  element.title = text;
  put(element, worth.map((value, player) => {
    const part = h("span", { class: "share" }, value / all > 0.12 ? h("span", {}, signed(values[player])) : null);
    part.style.flexGrow = Math.max(value / all, 0.004);
    part.style.backgroundColor = colours[player][0];
    part.style.color = colours[player][2];
    return part;
  }));
}

const [WIDTH, HEIGHT, PAD] = [600, 140, 12];

/**
 * The curve of a game: one line for each player, mistakes marked.
 * @param points `{at, values, mark, player, text}` in order, `at` being where it lies in the game
 */
export function curve(points, { colours, names, current, go }) {
  const last = Math.max(1, points.at(-1)?.at ?? 1);
  const x = (at) => PAD + (at / last) * (WIDTH - 2 * PAD);
  const y = (value) => PAD + ((1 - value) / 2) * (HEIGHT - 2 * PAD);
  const players = points[0]?.values.length ?? 0;
  const shown = players === 2 ? [0] : Array.from({ length: players }, (_, player) => player);
  const drawing = s("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary(points, names) },
    s("line", { class: "axis", x1: PAD, x2: WIDTH - PAD, y1: y(0), y2: y(0) }));
  for (const player of shown) {
    const line = points.map((point) => `${x(point.at)},${y(point.values[player])}`);
    if (players === 2) drawing.append(s("polygon", { class: "area", points: `${x(0)},${y(-1)} ${line.join(" ")} ${x(points.at(-1).at)},${y(-1)}`, fill: colours[0][0] }));
    const [fill, outline] = colours[player];
    drawing.append(
      s("polyline", { class: `line under line${player}`, points: line.join(" "), stroke: outline }),
      s("polyline", { class: `line line${player}`, points: line.join(" "), stroke: players === 2 ? outline : fill }),
    );
    const key = PAD + 4 + 110 * player;
    if (players > 2) {
      drawing.append(
        s("line", { class: `line under line${player}`, x1: key, x2: key + 26, y1: HEIGHT - 9, y2: HEIGHT - 9, stroke: outline }),
        s("line", { class: `line line${player}`, x1: key, x2: key + 26, y1: HEIGHT - 9, y2: HEIGHT - 9, stroke: fill }),
        s("text", { class: "key", x: key + 32, y: HEIGHT - 5 }, names[player]),
      );
    }
  }
  for (const point of points.filter(({ mark }) => mark)) {
    const value = point.values[players === 2 ? 0 : point.player];
    drawing.append(s("circle", { class: `fault ${point.mark === "??" ? "grave" : ""}`, cx: x(point.at), cy: y(value), r: point.mark === "??" ? 6 : 4.5 }),
      s("text", { class: "fault", x: Math.min(x(point.at), WIDTH - 12), y: y(value) < 26 ? y(value) + 22 : y(value) - 9 }, point.mark));
  }
  if (current !== null) drawing.append(s("line", { class: "now", x1: x(current), x2: x(current), y1: 0, y2: HEIGHT }));
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const at = (((event.clientX - box.left) / box.width) * WIDTH - PAD) / (WIDTH - 2 * PAD);
    go(Math.round(Math.min(1, Math.max(0, at)) * last));
  });
  return drawing;
}

function summary(points, names) {
  const faults = points.filter(({ mark }) => mark).map(({ mark, player, text }) => `${mark === "??" ? "blunder" : "mistake"} of ${names[player]}: ${text}`);
  return `Evaluation curve. ${faults.length ? faults.join("; ") : "No mistakes."}`;
}
