/**
 * Pictures where they say more than numbers. Each has its numbers as text, too, for whoever does
 * not see it.
 */

import { html } from "./htm-preact.js";
import { dateTime, day, number, percent, share, spaced } from "./words.js";

const DAY = 24 * 60 * 60 * 1000;
/** The confidence under which a memory is not found (docs/memories.md). */
const STALE = 0.25;
/** Of a column, in the units of its picture. */
const WIDEST = 60;

/** A share of a whole; the number stands beside it. @param {{ value: number }} props 0…1 */
const Bar = ({ value }) =>
  html`<span class="bar" aria-hidden="true"><i style=${{ width: percent(Math.min(1, Math.max(0, value))).replace(" ", "") }}></i></span>`;

/**
 * Values between 0 and 1 as bars, one below the other.
 *
 * @param {{ values: [string, number][] }} props names and values
 */
export const Bars = ({ values }) =>
  html`<dl class="bars">${values.map(
    ([name, value]) => html`<div key=${name}>
      <dt>${spaced(name)}</dt>
      <dd><${Bar} value=${value} /><span>${share(value)}</span></dd>
    </div>`,
  )}</dl>`;

/**
 * An estimate with its interval on a scale.
 *
 * @param {{ low: number, high: number, value: number, from?: number, to?: number, said: string }} props
 */
export function Interval({ low, high, value, from = 0, to = 1, said }) {
  const at = (/** @type {number} */ each) => ((Math.min(to, Math.max(from, each)) - from) / (to - from)) * 196 + 2;
  const tone = low > 0 && from < 0 ? "good" : high < 0 ? "bad" : "";
  return html`<svg class=${`interval ${tone}`} viewBox="0 0 200 16" role="img" aria-label=${said}>
    <line class="axis" x1="2" x2="198" y1="8" y2="8" />
    ${from < 0 && html`<line class="zero" x1=${at(0)} x2=${at(0)} y1="1" y2="15" />`}
    <line class="reach" x1=${at(low)} x2=${at(high)} y1="8" y2="8" />
    <circle cx=${at(value)} cy="8" r="4" />
  </svg>`;
}

/**
 * Parts of each column, stacked: what happened, day by day. The key counts them.
 *
 * @param {{ columns: { name: string, parts: Record<string, number> }[], tones: Record<string, string> }} props
 */
export function Columns({ columns, tones }) {
  const counts = Object.keys(tones).map((part) => `${number(sum(columns.map((each) => each.parts[part] ?? 0)))} ${part}`);
  const most = Math.max(1, ...columns.map((each) => sum(Object.values(each.parts))));
  const width = Math.min(600 / Math.max(columns.length, 1), WIDEST);
  return html`<figure>
    <svg class="columns" viewBox="0 0 600 130" role="img" aria-label=${counts.join(", ")}>
      <line class="axis" x1="0" x2="600" y1="110" y2="110" />
      ${columns.map(({ name, parts }, index) => {
        let base = 110;
        return Object.entries(parts).map(([part, count]) => {
          const height = (count / most) * 100;
          base -= height;
          return html`<rect key=${name + part} class=${tones[part]} x=${index * width + 1} width=${Math.max(width - 2, 1)} y=${base} height=${height}><title>${`${name}: ${count} ${part}`}</title></rect>`;
        });
      })}
      <text x="1" y="126">${columns[0]?.name}</text>
      ${columns.length > 1 && html`<text x=${Math.max(columns.length * width, 160)} y="126" text-anchor="end">${columns.at(-1)?.name}</text>`}
    </svg>
    <figcaption>${Object.values(tones).map((tone, index) => html`<span key=${tone} class=${`key ${tone}`}>${counts[index]}</span> `)}</figcaption>
  </figure>`;
}

/**
 * The confidence in a memory from when it was last confirmed until it is no longer found, and what
 * happened to it before. It halves every so many days; what it was earlier is not kept.
 *
 * @param {{ state: string, confidence: number, confirmed: string, halfLife: number, events: { at: string, type: string }[], now?: number }} props
 */
export function Life({ state, confidence, confirmed, halfLife, events, now = Date.now() }) {
  const since = Date.parse(confirmed);
  const believed = (/** @type {number} */ time) => confidence * 0.5 ** ((time - now) / DAY / halfLife);
  const ends = now + Math.max(0, Math.log2(confidence / STALE)) * halfLife * DAY;
  const times = events.map((each) => Date.parse(each.at));
  const from = Math.min(since, now, ...times);
  const to = Math.max(ends, now) + 10 * DAY;
  const x = (/** @type {number} */ time) => 48 + ((time - from) / (to - from)) * 542;
  const y = (/** @type {number} */ value) => 120 - value * 105;
  const line = (/** @type {number} */ start, /** @type {number} */ end) =>
    Array.from({ length: 25 }, (_, step) => start + ((end - start) * step) / 24)
      .map((time) => `${x(time).toFixed(1)},${y(believed(time)).toFixed(1)}`)
      .join(" ");
  const believable = confidence > STALE ? `It is found until ${day(ends)}, unless somebody confirms it.` : "Its confidence is too low for it to be found.";
  const until = state === "active" ? believable : `It is not found, because it is ${state}.`;
  return html`<figure>
    <svg class="life" viewBox="0 0 600 150" role="img" aria-label=${`Confidence ${percent(confidence)} today. ${until}`}>
      ${[0, 0.5, 1].map((value) => html`<g key=${value}><line class="axis" x1="48" x2="590" y1=${y(value)} y2=${y(value)} /><text x="42" y=${y(value) + 4} text-anchor="end">${percent(value)}</text></g>`)}
      <line class="stale" x1="48" x2="590" y1=${y(STALE)} y2=${y(STALE)} />
      <polyline class="past" points=${line(Math.min(since, now), now)} />
      <polyline class="ahead" points=${line(now, to)} />
      <circle cx=${x(now)} cy=${y(confidence)} r="5" />
      ${events.map((each, index) => html`<line key=${index} class="event" x1=${x(times[index] ?? now)} x2=${x(times[index] ?? now)} y1="120" y2="127"><title>${`${spaced(each.type)}, ${dateTime(each.at)}`}</title></line>`)}
      <text x=${x(from)} y="144">${day(from)}</text>
      <text x="590" y="144" text-anchor="end">${day(to)}</text>
    </svg>
    <figcaption>${percent(confidence)} today. ${until}</figcaption>
  </figure>`;
}

/** @param {number[]} values */
export const sum = (values) => values.reduce((all, each) => all + each, 0);
