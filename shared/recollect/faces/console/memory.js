/** One memory: what it says, its confidence and why, what happened to it, and what one can do. */

import { inApp } from "./api.js";
import { Bars, Columns, Life } from "./charts.js";
import { html, useState } from "./htm-preact.js";
import { MemoryActions } from "./memory-actions.js";
import { Badge, Busy, Degraded, Outcome, Problem, Told, useLoad, useShared } from "./parts.js";
import { address } from "./routing.js";
import { counted, dateTime, number, percent, shortened, spaced } from "./words.js";

/** Days with judgements that are drawn at most. */
const MOST_DAYS = 30;
/** Characters of a situation that make a heading; what is longer has its own paragraph. */
const HEADING = 200;

/** @param {{ app: string, id: string }} props */
export function Memory({ app, id }) {
  const { api } = useShared();
  const [note, setNote] = useState("");
  const path = inApp(app, "memories", id);
  const found = useLoad(async (signal) => {
    const [memory, history] = await Promise.all([
      api.read(path, { explain: true }, signal),
      api.read(`${path}/history`, {}, signal),
    ]);
    return { memory: memory.body, history: history.body, degraded: [...memory.degraded, ...history.degraded] };
  }, [path]);
  const { memory, history } = found.value ?? {};
  const done = (/** @type {string} */ said) => {
    setNote(said);
    found.again();
  };
  return html`<p><a href=${address(["memories", app])}>← Memories of ${app}</a></p>
    <${Problem} of=${found.problem} onAgain=${found.again} /><${Degraded} parts=${found.value?.degraded} />
    <p role="status" class=${note ? "note" : ""}>${note}</p>
    ${memory ? html`<${Whole} app=${app} memory=${memory} history=${history} onDone=${done} />` : html`<${Busy} busy=${found.busy} />`}`;
}

/** @param {{ app: string, memory: any, history: any, onDone: (said: string) => void }} props */
function Whole({ app, memory, history, onDone }) {
  const { metadata: about, together, situation } = memory;
  const heading = shortened(situation, HEADING);
  return html`<article>
    <h1>${heading}</h1>
    <p class="facts"><${Outcome} of=${about} /> ${about.state !== "active" && html`<${Told} of=${about.state} /> `}
      ${about.instruction_like && html`<${Badge} tone="bad">reads like an instruction<//> `}
      <span>${about.stage}${about.category && html` · <bdi>${about.category}</bdi>`} · by ${article(about.source)}</span></p>
    ${heading !== situation && html`<section><h2>Situation</h2><p class="said">${situation}</p></section>`}
    <section aria-label="What was decided">
      <h2>Decision</h2>
      <p class=${about.correction ? "said old" : "said"}>${memory.decision}</p>
      ${about.correction && html`<h3>Corrected to</h3><p class="said">${about.correction}</p>`}
      ${about.steps?.length > 0 && html`<p class="facts">Steps: ${about.steps.join(" → ")}</p>`}
    </section>
    <${MemoryActions} app=${app} memory=${memory} onDone=${onDone} />
    <div class="columns-2">
      <section><h2>Confidence</h2>
        <${Life} state=${about.state} confidence=${about.confidence} confirmed=${about.last_confirmed_at} halfLife=${memory.half_life_days} events=${history.events} />
        <${Judged} about=${about} /><${Outcomes} events=${history.events} /><${Runs} events=${history.events} />
      </section>
      <section><h2>What happened</h2><${Events} history=${history} /></section>
    </div>
    ${together && html`<${Together} app=${app} together=${together} about=${about} />`}
    <section><h2>Details</h2><${Details} app=${app} memory=${memory} /></section>
  </article>`;
}

/** @param {{ about: any }} props */
function Judged({ about }) {
  const { upvotes, downvotes, citations, success_rate, judged = 0, failed_last = 0 } = about.votes;
  const votes = upvotes + downvotes;
  /** @type {[string, number][]} */
  const shares = [["confidence", about.confidence], ["trust", about.trust], ["importance", about.importance]];
  if (votes) shares.splice(1, 0, ["votes for it", upvotes / votes]);
  if (judged) shares.splice(1, 0, ["runs that went well", success_rate]);
  return html`<p>${counted(upvotes, "vote")} for, ${downvotes} against; cited by ${counted(citations, "run")}${judged > 0 ? `, ${number(judged)} with an outcome, of which ${percent(success_rate)} went well` : citations > 0 ? ", none of them judged" : ""}${failed_last > 0 ? `; ${failed_last > 1 ? `the last ${number(failed_last)}` : "the last"} did not` : ""}.</p>
    <${Bars} values=${shares} />`;
}

/** What was said of how it turned out, by category. @param {{ events: any[] }} props */
function Outcomes({ events }) {
  const counts = new Map();
  for (const { details } of events.filter((each) => each.type === "outcome_recorded" || each.type === "corrected")) {
    const name = `${details.outcome ?? "corrected"} · ${details.category ?? "no category"}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (!counts.size) return null;
  return html`<h3>Said of how it turned out</h3>
    <dl class="details">${[...counts].map(([name, count]) => html`<div key=${name}><dt>${name}</dt><dd>${count}</dd></div>`)}</dl>`;
}

/** How the runs ended that had cited it, by the day that this was said. @param {{ events: any[] }} props */
function Runs({ events }) {
  const judged = events.filter((each) => each.type === "citation_judged");
  if (judged.length < 2) return null;
  const days = new Map();
  for (const { at, details } of judged) {
    const parts = days.get(at.slice(0, 10)) ?? { success: 0, failure: 0 };
    parts[details.outcome] += 1;
    days.set(at.slice(0, 10), parts);
  }
  const columns = [...days].map(([name, parts]) => ({ name, parts })).slice(-MOST_DAYS);
  return html`<h3>How runs ended, by day (UTC)</h3><${Columns} columns=${columns} tones=${{ success: "good", failure: "bad" }} />`;
}

/** @param {{ history: any }} props */
function Events({ history }) {
  return html`<ol class="events" tabindex="0" aria-label="What happened, the latest first">${history.events.toReversed().map((/** @type {any} */ each, /** @type {number} */ index) => html`<li key=${index}>
      <strong>${spaced(each.type)}</strong> <time datetime=${each.at}>${dateTime(each.at)}</time> by ${each.actor}
      ${Object.entries(each.details).map(([name, value]) => name !== "as_of" && html`<br key=${name} /><small>${spaced(name)}: ${value}</small>`)}
    </li>`)}</ol>
    ${history.truncated && html`<p class="dim">Earlier events are not kept.</p>`}`;
}

/** Others that decide the same or the contrary. @param {{ app: string, together: any, about: any }} props */
function Together({ app, together, about }) {
  const { same = [], conflicts_with = [], superseded_by, not_superseded = [] } = together;
  /** @type {Map<string, string>} */
  const waits = new Map(not_superseded.map((/** @type {any} */ each) => [each.id, each.reason]));
  const supersedes = about.supersedes ?? [];
  const derived = about.derived_from ?? [];
  if (!same.length && !conflicts_with.length && !superseded_by && !supersedes.length && !derived.length) return null;
  return html`<section><h2>Beside others</h2><ul class="plain">
    ${superseded_by && html`<li>Superseded by <${Link} app=${app} id=${superseded_by} /></li>`}
    ${supersedes.map((/** @type {string} */ id) => html`<li key=${id}>${waits.has(id) ? "Does not supersede yet" : "Supersedes"} <${Link} app=${app} id=${id} />${waits.has(id) && `: ${waits.get(id)}`}</li>`)}
    ${conflicts_with.map((/** @type {string} */ id) => html`<li key=${id}><${Badge} tone="bad">contradicts<//> <${Link} app=${app} id=${id} /></li>`)}
    ${same.map((/** @type {any} */ each) => html`<li key=${each.id}>Decides the same: <${Link} app=${app} id=${each.id} /> <${Told} of=${each.outcome} />${each.unproven && " unproven"}</li>`)}
    ${derived.map((/** @type {string} */ id) => html`<li key=${id}>Made of <${Link} app=${app} id=${id} /></li>`)}
  </ul>
  <p class="dim">Together ${counted(together.supporters, "judge")} for, ${together.opponents} against.</p></section>`;
}

/** @param {{ app: string, id: string }} props */
const Link = ({ app, id }) => html`<a href=${address(["memories", app, id])}><code>${id}</code></a>`;

/** @param {{ app: string, memory: any }} props */
function Details({ app, memory }) {
  const { metadata: about } = memory;
  /** @type {[string, unknown][]} */
  const rows = [
    ["id", html`<code>${memory.id}</code>`],
    ["conversation", about.conversation_id && html`<a href=${address(["memories", app], { conversation: about.conversation_id })}>${about.conversation_id}</a>`],
    ["tags", about.tags.join(", ")],
    ["made", dateTime(about.created_at)],
    ["last validated", about.last_validated_at && dateTime(about.last_validated_at)],
    ["stored", counted(about.occurrences, "time")],
    ["sensitivity", about.sensitivity > 0 && percent(about.sensitivity)],
    ["valid from", about.valid_from && dateTime(about.valid_from)],
    ["valid until", about.valid_until && dateTime(about.valid_until)],
    [about.retracted ? "retracted" : "archived", about.archived_at && dateTime(about.archived_at)],
  ];
  return html`<dl class="details">${rows.map(([name, value]) => value && html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    <p><a href=${address(["why"], { app, q: memory.situation.slice(0, 300) })}>What does a search for this situation find?</a></p>`;
}

/** @param {string} source */
const article = (source) => (source === "human" ? "a human" : source === "agent" ? "an agent" : `the ${source}`);
