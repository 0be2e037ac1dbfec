/** How the memories of all apps are, what they bring, and what waits for a person. */

import { inApp } from "./api.js";
import { Columns, Interval } from "./charts.js";
import { html } from "./htm-preact.js";
import { AppChoice, Badge, Busy, NoMemories, Problem, useLoad, useShared } from "./parts.js";
import { address, replace } from "./routing.js";
import { counted, knownOutcome, number, percent, points } from "./words.js";

const TONES = { success: "good", corrected: "fair", failed: "bad", unknown: "dim" };
const PAGE = 100;
const MOST_COLUMNS = 30;
/** How many apps are asked what waits in them, at once. */
const MOST_APPS = 24;

export function Page() {
  const { app, apps } = useShared();
  if (!app) return html`<h1>Overview</h1><${NoMemories} />`;
  return html`<h1>Overview</h1>
    <div class="cards">${apps.slice(0, MOST_APPS).map((each) => html`<${App} key=${each.app_slug} app=${each.app_slug} count=${each.count} />`)}</div>
    ${apps.length > MOST_APPS && html`<p class="dim">And ${counted(apps.length - MOST_APPS, "other app")}; the queue of each tells what waits in it.</p>`}
    <form class="filters" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${AppChoice} value=${app} onChange=${(/** @type {string} */ chosen) => replace(address(["overview", chosen]))} />
    </form>
    <${Detail} key=${app} app=${app} />`;
}

/** @param {{ app: string, count: number }} props */
function App({ app, count }) {
  const { api } = useShared();
  const waiting = useLoad((signal) => api.read(inApp(app, "memories"), { needs_validation: true, limit: PAGE }, signal), [app]);
  const waits = waiting.value?.body.memories.length ?? 0;
  const more = waiting.value?.body.next_cursor ? " or more" : "";
  return html`<section class="card"><h2><a href=${address(["memories", app])}>${app}</a></h2>
    <p><span class="big">${number(count)}</span> <span class="dim">${count === 1 ? "memory" : "memories"}</span></p>
    <p>${waits > 0 ? html`<a href=${address(["queue", "waiting"], { app })}>${waits}${more} waiting for a person</a>` : waiting.busy ? "…" : waiting.problem ? "What waits is not known." : "Nothing waits."}</p></section>`;
}

/** @param {{ app: string }} props */
function Detail({ app }) {
  const { api } = useShared();
  const found = useLoad(async (signal) => {
    const [stats, uplift, newest] = await Promise.all([
      api.read(inApp(app, "stats"), {}, signal),
      api.read(inApp(app, "uplift"), { limit: 50 }, signal),
      api.read(inApp(app, "memories"), { limit: PAGE }, signal),
    ]);
    return { stats: stats.body, uplift: uplift.body, memories: newest.body.memories, isAll: !newest.body.next_cursor };
  }, [app]);
  if (!found.value) return html`<${Problem} of=${found.problem} onAgain=${found.again} /><${Busy} busy=${found.busy} />`;
  const { stats, uplift, memories, isAll } = found.value;
  const judged = memories.filter((/** @type {any} */ each) => each.metadata.votes.judged > 0);
  const good = judged.filter((/** @type {any} */ each) => each.metadata.votes.success_rate >= 0.5);
  return html`<section><h2>${app}</h2>
    <div class="cards">
      <${Figure} value=${percent(stats.avg_confidence)} named="confidence on average" />
      ${judged.length > 0 && html`<${Figure} value=${`${number(good.length)} of ${number(judged.length)}`} named=${`memories went well in half or more of their judged runs${isAll ? "" : `, of the newest ${number(memories.length)}`}`} />`}
      <${Figure} value=${number(stats.total_citations)} named="citations" />
      <${Figure} value=${`${number(stats.total_upvotes)} : ${number(stats.total_downvotes)}`} named="votes for and against" />
    </div>
    ${stats.next_cursor && html`<p class="dim">Of the first ${counted(stats.count, "memory", "memories")}.</p>`}</section>
    <section><h2>How decisions turned out</h2><${Outcomes} memories=${memories} /></section>
    <section><h2>What memories bring</h2><${Uplift} app=${app} uplift=${uplift} memories=${memories} /></section>`;
}

/** @param {{ value: string, named: string }} props */
const Figure = ({ value, named }) => html`<div class="card"><p class="big">${value}</p><p class="dim">${named}</p></div>`;

/** The newest memories by when they were made and how they turned out. @param {{ memories: any[] }} props */
function Outcomes({ memories }) {
  const days = memories.map((each) => each.metadata.created_at.slice(0, 10)).toSorted();
  const isLong = days.length > 0 && Date.parse(days.at(-1)) - Date.parse(days[0]) > MOST_COLUMNS * 24 * 3600 * 1000;
  const columns = new Map(times(days, isLong).map((name) => [name, { success: 0, corrected: 0, failed: 0, unknown: 0 }]));
  for (const { metadata } of memories) {
    const parts = /** @type {any} */ (columns.get(metadata.created_at.slice(0, isLong ? 7 : 10)));
    if (parts) parts[knownOutcome(metadata)] += 1;
  }
  const states = Object.entries(Object.groupBy(memories, (each) => (each.superseded_by ? "superseded" : each.metadata.state))).map(([state, some]) => `${some?.length} ${state}`).join(", ");
  const shown = [...columns].map(([name, parts]) => ({ name, parts }));
  return html`<p class="facts">The newest ${counted(memories.length, "memory", "memories")} by the ${isLong ? "month" : "day"} (UTC) that they were made: ${states}.</p>
    <${Columns} columns=${shown} tones=${TONES} />`;
}

/** Every day or month from the first to the last, also where nothing was made; the last of very many. @param {string[]} days sorted @param {boolean} isLong */
function times(days, isLong) {
  const names = [];
  const [first, last] = [days[0] ?? "", days.at(-1) ?? ""].map((each) => each.slice(0, isLong ? 7 : 10));
  for (let name = last ?? ""; first && name >= first && names.length < MOST_COLUMNS; ) {
    names.unshift(name);
    const before = new Date(`${name}${isLong ? "-01" : ""}T00:00:00Z`);
    before.setUTCDate(before.getUTCDate() - 1);
    name = before.toISOString().slice(0, isLong ? 7 : 10);
  }
  return names;
}

/** @param {{ app: string, uplift: any, memories: any[] }} props those that are newest, to name them */
function Uplift({ app, uplift, memories }) {
  const { app: whole } = uplift;
  const named = new Map(memories.map((each) => [each.id, each.situation]));
  const known = uplift.memories.filter((/** @type {any} */ each) => each.interval);
  return html`<p>${whole.interval
    ? html`<strong>${verdict(whole.interval)}</strong> Success of runs that were shown memories, less that of runs from which they were held back: <strong>${points(whole.difference)}</strong> <${Reach} of=${whole} />`
    : `Not known yet: ${counted(whole.shown, "run")} with memories and ${number(whole.withheld)} without have told how they ended. It takes some of both.`}</p>
    ${known.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Uplift of memories"><table><thead><tr><th>Memory</th><th>Difference</th><th>Interval</th><th>Runs with, without</th></tr></thead>
      <tbody>${known.map((/** @type {any} */ each) => html`<tr key=${each.id}><td><a class="title" href=${address(["memories", app, each.id])}>${named.get(each.id) ?? html`<code>${each.id}</code>`}</a> ${each.demoted && html`<${Badge} tone="bad">put last<//>`}</td>
        <td>${points(each.difference)}</td><td><${Reach} of=${each} /></td><td>${each.shown}, ${each.withheld}</td></tr>`)}</tbody></table></div>`}`;
}

/** @param {{ low: number, high: number }} interval */
function verdict({ low, high }) {
  if (low > 0) return "Memories help here.";
  return high < 0 ? "Memories do harm here." : "Whether memories help here cannot be told yet.";
}

/** @param {{ of: { difference: number, interval: { low: number, high: number } } }} props */
const Reach = ({ of: { difference, interval } }) =>
  html`<${Interval} low=${interval.low} high=${interval.high} value=${difference} from=${-1} said=${`between ${points(interval.low)} and ${points(interval.high)}`} /> <small>${points(interval.low)} to ${points(interval.high)}</small>`;
