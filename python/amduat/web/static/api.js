// Asks the server. It owns the rules; whatever cannot be comes back as a refusal with its reason.

/** Something that cannot be done, and why. */
export class Refused extends Error {
  constructor({ message, field, input, reason }) {
    super(message);
    Object.assign(this, { field, input, reason });
  }
}

async function call(method, path, body) {
  let answer;
  try {
    const response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    throw new Refused({ message: "The server does not answer. Is `amduat web` still running?" });
  }
  if (answer.refused) throw new Refused(answer.refused);
  if (answer.error) throw new Refused({ message: answer.error });
  return answer;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const remove = (path) => call("DELETE", path);

const boards = new Map();

/** The board of a game; asked for once. */
export function boardOf(game) {
  if (!boards.has(game)) boards.set(game, get(`/api/boards/${encodeURIComponent(game)}`));
  return boards.get(game);
}

let games;

/** All games with their options, and who can play them; asked for once. */
export function gamesList() {
  games ??= get("/api/games");
  return games;
}

/** A socket that opens itself again; messages are JSON. */
export class Line {
  constructor(path, { heard, opened, lost }) {
    this.path = path;
    this.heard = heard;
    this.opened = opened;
    this.lost = lost;
    this.wait = 500;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket.onopen = () => {
      this.wait = 500;
      this.opened?.();
    };
    this.socket.onmessage = (event) => this.heard(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.closed) return;
      this.lost?.();
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 8000);
    };
  }

  get ready() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.ready) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
