/** A causal graph as a picture: causes to the left of what they cause. */

import { html } from "./htm-preact.js";

const WIDTH = 190;
const HEIGHT = 58;
const GAP_X = 70;
const GAP_Y = 18;

/**
 * How many steps each node is from what nothing causes. A circle is cut where it was entered.
 *
 * @param {{ id: string }[]} nodes
 * @param {{ from: string, to: string }[]} edges
 * @returns {Map<string, number>}
 */
export function depths(nodes, edges) {
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @type {(id: string, path: Set<string>) => number} */
  const depth = (id, path) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    if (path.has(id)) return 0;
    const causes = edges.filter((each) => each.to === id && each.from !== id);
    const found = causes.length ? 1 + Math.max(...causes.map((each) => depth(each.from, new Set([...path, id])))) : 0;
    known.set(id, found);
    return found;
  };
  for (const each of nodes) depth(each.id, new Set());
  return known;
}

/** What neither causes nor is caused is left out. @param {{ graph: { nodes: { id: string, label: string }[], edges: { from: string, to: string, type: string, weight: number }[] } }} props */
export function Graph({ graph: { nodes: all, edges } }) {
  const nodes = all.filter(({ id }) => edges.some((each) => each.from === id || each.to === id));
  const column = depths(nodes, edges);
  const columns = /** @type {string[][]} */ ([]);
  for (const { id } of nodes) (columns[column.get(id) ?? 0] ??= []).push(id);
  const tallest = Math.max(1, ...columns.map((each) => each?.length ?? 0));
  const at = new Map();
  columns.forEach((ids, x) => ids.forEach((id, y) => {
    const top = ((tallest - ids.length) * (HEIGHT + GAP_Y)) / 2;
    at.set(id, { x: x * (WIDTH + GAP_X), y: top + y * (HEIGHT + GAP_Y) });
  }));
  const width = columns.length * (WIDTH + GAP_X) - GAP_X + 4;
  const height = tallest * (HEIGHT + GAP_Y) - GAP_Y + 4;
  const said = edges.map((each) => `${each.from} ${each.type} ${each.to}`).join("; ");
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Causal graph">
    <svg class="graph" width=${width} height=${height} viewBox=${`-2 -2 ${width} ${height}`} role="img" aria-label=${said}>
      <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" /></marker></defs>
      ${edges.map((each, index) => html`<${Edge} key=${index} from=${at.get(each.from)} to=${at.get(each.to)} edge=${each} />`)}
      ${nodes.map((each) => html`<${Node} key=${each.id} node=${each} at=${at.get(each.id)} />`)}
    </svg></div>`;
}

/** @param {{ from?: { x: number, y: number }, to?: { x: number, y: number }, edge: any }} props */
function Edge({ from, to, edge }) {
  if (!from || !to) return null;
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
  const bend = Math.max(30, Math.abs(x2 - x1) / 2);
  return html`<g><path class="edge" marker-end="url(#tip)" d=${`M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`} />
    <text x=${(x1 + x2) / 2} y=${(y1 + y2) / 2 - 5} text-anchor="middle">${edge.type}</text></g>`;
}

/** @param {{ node: { id: string, label: string }, at: { x: number, y: number } }} props */
function Node({ node, at }) {
  const label = node.label === node.id ? "" : node.label.replace(node.id, "").replace(/^[:\s]+/, "");
  const lines = wrapped(label, 27, 2);
  return html`<g transform=${`translate(${at.x} ${at.y})`}><title>${node.label}</title>
    <rect width=${WIDTH} height=${HEIGHT} rx="8" />
    <text class="id" x="10" y="18">${node.id.length > 24 ? `${node.id.slice(0, 23)}…` : node.id}</text>
    ${lines.map((line, index) => html`<text key=${index} x="10" y=${34 + index * 15}>${line}</text>`)}
  </g>`;
}

/** @param {string} text @param {number} most characters a line @param {number} lines */
function wrapped(text, most, lines) {
  const found = [""];
  for (const word of text.split(/\s+/)) {
    const line = found.at(-1) ?? "";
    if (`${line} ${word}`.trim().length <= most) found[found.length - 1] = `${line} ${word}`.trim();
    else found.push(word.slice(0, most));
  }
  if (found.length <= lines) return found;
  return [...found.slice(0, lines - 1), `${(found[lines - 1] ?? "").slice(0, most - 1)}…`];
}
