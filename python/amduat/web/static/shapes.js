// Draws fields and pieces, in the manner of the pictures in the documentation.

import { s } from "./dom.js";

export const UNIT = 64;
export const MARGIN = 22;
const RADIUS = 0.31 * UNIT;
const SHIFT = 4; // pieces stand a little below and right of the middle, so that labels stay readable

/** Decorations that point somewhere, and so turn with the board. */
const POINTING = new Set(["up", "out", "in", "head", "tail"]);

/** The ground, decoration and label of a field, in the rectangle that it has on the screen. */
export function ground(board, cell, rect, quarters) {
  const [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map((n) => n * UNIT);
  const rounded = (board.rounded[cell.kind] ?? 0) * UNIT;
  const parts = [
    s("rect", { class: "ground", x, y, width, height, rx: rounded || 2, fill: board.grounds[cell.kind] }),
  ];
  if (cell.mark) {
    const size = 0.62 * UNIT;
    const [middle, centre] = [x + width / 2, y + height / 2 + 0.04 * UNIT];
    const turn = POINTING.has(cell.mark) ? ` rotate(${90 * quarters})` : "";
    const place = `translate(${middle} ${centre})${turn} scale(${size / 100}) translate(-50 -50)`;
    parts.push(s("path", { class: "mark", d: board.marks[cell.mark], transform: place }));
  }
  if (cell.label) {
    const inset = 0.3 * rounded;
    const label = s("text", { class: cell.kind === "under" ? "label pale" : "label", x: x + 5 + inset, y: y + 15 + inset });
    label.textContent = cell.label;
    parts.push(label);
  }
  return parts;
}

/** A place on a long field: a dashed ring where a stone may stand. */
export function place(x, y) {
  return s("circle", { class: "place", cx: x * UNIT + SHIFT, cy: y * UNIT + SHIFT, r: RADIUS });
}

/** A piece around the origin. `facing` is the direction on the screen, for those that look somewhere. */
export function piece(board, token, facing = null) {
  const [fill, outline, ink] = board.colours[token.colour];
  const radius = RADIUS * token.size;
  const style = { fill, stroke: outline, "stroke-width": 2.5 };
  const parts = [];
  let lift = 0;
  if (token.shape === "tile") {
    const corner = radius * 0.9;
    parts.push(s("rect", { class: "shadow", x: -corner, y: 2 - corner, width: 2 * corner, height: 2 * corner, rx: 5 }));
    parts.push(s("rect", { x: -corner, y: -corner, width: 2 * corner, height: 2 * corner, rx: 5, ...style }));
  } else if (token.shape === "pawn") {
    parts.push(s("path", { class: "shadow", d: board.pawn, transform: "translate(0 2)" }));
    parts.push(s("path", { d: board.pawn, ...style }));
    lift = 8; // the letter is on the body, below the head
  } else {
    parts.push(s("circle", { class: "shadow", cy: 2.5, r: radius + 1 }));
    if (facing) parts.push(beak(facing, radius, style));
    parts.push(s("circle", { r: radius, ...style }));
    parts.push(s("circle", { class: "shine", r: radius * 0.8, stroke: ink }));
    if (token.shape === "sunken") {
      parts.push(...waves(board));
      lift = -8; // the letter is above the waves
    }
  }
  if (token.mark) {
    const side = (radius * 1.5) / 100;
    parts.push(
      s("path", { class: "sign", d: board.marks[token.mark], stroke: ink, transform: `scale(${side}) translate(-50 -50)` }),
    );
  } else {
    const size = (token.letter.length < 2 ? 19 : 16) * token.size;
    const letter = s("text", { class: "letter", y: lift + size * 0.35, "font-size": size, fill: ink });
    letter.textContent = token.letter;
    parts.push(letter);
  }
  return parts;
}

/** Where a piece is drawn, from where it stands on the board. */
export function spot([x, y]) {
  return [x * UNIT + SHIFT, y * UNIT + SHIFT];
}

function beak([dx, dy], radius, style) {
  const [tip, base, side] = [radius * 1.45, radius * 0.75, radius * 0.7];
  const points = [
    [dx * tip, dy * tip],
    [dx * base - dy * side, dy * base + dx * side],
    [dx * base + dy * side, dy * base - dx * side],
  ];
  return s("polygon", { points: points.map((point) => point.join(",")).join(" "), ...style });
}

function waves(board) {
  const crests = "q4 -7 8 0 t8 0 8 0 8 0 8 0 8 0";
  return [
    s("path", { d: `M-24 5 ${crests} V23 H-24 Z`, fill: board.grounds.water, "fill-opacity": 0.85 }),
    s("path", { class: "waves", d: `M-24 5 ${crests} m-48 7 ${crests} m-48 7 ${crests}`, stroke: board.colours.blue[0] }),
  ];
}

/** A die; up to six eyes are drawn, more are written. */
export function die(value, label) {
  const eyes = {
    0: [], 1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]],
    5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
  }[value];
  const face = s("svg", { class: "die", viewBox: "0 0 40 40", role: "img", "aria-label": `${label}: ${value}` },
    s("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 7 }));
  if (eyes?.length) face.append(...eyes.map(([x, y]) => s("circle", { cx: x * 10, cy: y * 10, r: 3.4 })));
  else face.append(s("text", { x: 20, y: 27 }, String(value)));
  return face;
}

/** A piece by itself, for palettes, players and legends. */
export function portrait(board, token, props = {}) {
  const direction = token.facing === "-" ? [-1, 0] : token.facing === "+" ? [1, 0] : null;
  return s("svg", { class: "portrait", viewBox: "-32 -32 64 64", "aria-hidden": "true", ...props },
    s("g", {}, piece(board, token, direction)));
}
