// The rules of a game, as its page in the documentation tells them.

import { get } from "./api.js";
import { dialog, h, put } from "./dom.js";

/** Opens the rules of a game. */
export async function showRules(game, title) {
  const body = h("div", { class: "rules" }, h("p", {}, "…"));
  dialog(`${title}: rules`, body);
  try {
    const { rules } = await get(`/api/rules/${encodeURIComponent(game)}`);
    put(body, blocks(rules));
  } catch (refused) {
    put(body, h("p", { class: "refusal" }, refused.message));
  }
}

/** The blocks of a text in Markdown: headings, paragraphs, lists, tables, code. */
function blocks(text) {
  const found = [];
  const code = /^```/;
  const chunks = text.replace(/^(#+ .*)$/gm, "\n$1\n").split(/\n{2,}/);
  for (let at = 0; at < chunks.length; at += 1) {
    let chunk = chunks[at].trim();
    if (code.test(chunk)) {
      while (!/\n```\s*$/.test(chunk) && at + 1 < chunks.length) chunk += `\n\n${chunks[(at += 1)]}`;
      found.push(h("pre", {}, chunk.replace(/^```.*\n|\n?```\s*$/g, "")));
    } else if (chunk) found.push(block(chunk));
  }
  return found;
}

function block(chunk) {
  const heading = chunk.match(/^(#+) (.*)$/);
  if (heading) return heading[1].length > 1 ? h("h3", {}, words(heading[2])) : null;
  if (chunk.startsWith("!")) return null; // a picture, of what is on the screen anyway
  if (chunk.startsWith("|")) return table(chunk.split("\n"));
  if (/^(-|\d+\.) /.test(chunk)) {
    const items = chunk.split(/\n(?=(?:-|\d+\.) )/).map((item) => h("li", {}, words(item.replace(/^(-|\d+\.) /, ""))));
    return h(chunk.startsWith("-") ? "ul" : "ol", {}, items);
  }
  return h("p", {}, words(chunk));
}

function table(lines) {
  const cells = (line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
  const [head, , ...rows] = lines;
  return h("table", {}, h("thead", {}, h("tr", {}, cells(head).map((cell) => h("th", {}, words(cell))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, cells(row).map((cell) => h("td", {}, words(cell)))))));
}

/** Emphasis, code and links inside a line; whatever else is plain text. */
function words(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("**")) return h("b", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 2) return h("em", {}, part.slice(1, -1));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    const link = part.match(/^\[([^\]]+)\]\(/);
    return link ? link[1] : part;
  });
}
