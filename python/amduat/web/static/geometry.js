// Turns a board by quarters, so that it fits the screen and can be seen from either side.

/** The quarters of a turn, clockwise, applied to the points of a board. */
export class Turned {
  constructor(width, height, quarters) {
    this.across = width;
    this.down = height;
    this.quarters = ((quarters % 4) + 4) % 4;
    [this.width, this.height] = this.quarters % 2 ? [height, width] : [width, height];
  }

  point(x, y) {
    switch (this.quarters) {
      case 1: return [this.down - y, x];
      case 2: return [this.across - x, this.down - y];
      case 3: return [y, this.across - x];
      default: return [x, y];
    }
  }

  rect({ x, y, width, height }) {
    const [x1, y1] = this.point(x, y);
    const [x2, y2] = this.point(x + width, y + height);
    return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  }

  direction([dx, dy]) {
    switch (this.quarters) {
      case 1: return [-dy, dx];
      case 2: return [-dx, -dy];
      case 3: return [dy, -dx];
      default: return [dx, dy];
    }
  }
}

const ORDER = ["up", "right", "down", "left"];

/** The field beside another on the screen; `fields` have `arrows` as seen on the board unturned. */
export function neighbour(fields, name, key, quarters) {
  const seen = ORDER[(ORDER.indexOf(key) - (((quarters % 4) + 4) % 4) + 4) % 4];
  return fields[name]?.arrows[seen] ?? null;
}
