/** Why a search finds the memories that it finds, and why others were left out. */

import { inApp } from "./api.js";
import { Bars, Interval } from "./charts.js";
import { html } from "./htm-preact.js";
import { AppChoice, Badge, Busy, Degraded, NoMemories, Problem, TextField, useAction, useShared } from "./parts.js";
import { address, useQuestion } from "./routing.js";
import { counted, percent, points, share, spaced } from "./words.js";

/** Why a memory was left out (docs/memories.md). */
const DROPPED = /** @type {Record<string, string>} */ ({
  threshold: "it is not relevant enough",
  filter: "it no longer matches what was asked for",
  deleted: "it is being deleted",
  quarantined: "it is in quarantine",
  archived: "it is archived",
  failed: "it failed; it is told as a warning",
  stale: "its confidence is too low",
  superseded: "another decision took its place",
  duplicate: "another one says the same",
  withheld: "held back by chance, to learn whether it helps",
  limit: "better ones took the places",
  size: "there was no room left",
});

/** @param {{ query: URLSearchParams }} props */
export function WhyMemories({ query }) {
  const { api, app: usual } = useShared();
  const asking = useAction();
  const { typed, set, submit } = useQuestion(["why", "memories"], query, { app: usual, q: "" }, ({ app, q }) => {
    if (app && q) asking.run(async () => ({ app, ...(await api.ask(inApp(app, "memories", "search"), { query: q, limit: 10, explain: true })) }));
    else asking.clear();
  });
  if (!usual) return html`<${NoMemories} />`;
  const { app = "", body: found } = asking.value ?? {};
  return html`<form class="filters" role="search" onSubmit=${submit}>
      <${AppChoice} value=${typed.app} onChange=${set("app")} />
      <div class="wide"><${TextField} label="What a case is about" type="search" value=${typed.q} onChange=${set("q")} required=${true} placeholder="customer wants a refund after 45 days" maxlength="4096" /></div>
      <button class="primary">Ask</button>
    </form>
    <${Problem} of=${asking.problem} /><${Busy} busy=${asking.busy}>Searching…<//><${Degraded} parts=${asking.value?.degraded} />
    ${found && html`<p role="status">${counted(found.results.length, "memory", "memories")} found, ${found.warnings?.length ?? 0} to warn of, ${found.dropped?.length ?? 0} left out. <span class="dim">The score is relevance × confidence; what fades with age is in the confidence.</span></p>
      <ol class="plain cards-wide">${found.results.map((/** @type {any} */ each) => html`<${Found} key=${each.memory.id} app=${app} found=${each} />`)}</ol>
      <${Warnings} app=${app} warnings=${found.warnings ?? []} /><${Dropped} app=${app} dropped=${found.dropped ?? []} />`}`;
}

/** @param {{ app: string, found: any }} props */
function Found({ app, found }) {
  const { memory, learned } = found;
  /** @type {[string, number][]} */
  const bars = [["relevance", found.raw_score], ["freshness", found.decay_factor], ["confidence", found.confidence], ["score", found.score]];
  if (found.agreement != null) bars.splice(3, 0, ["agreement", found.agreement]);
  return html`<li class="card"><h2><a class="title" href=${address(["memories", app, memory.id])}>${memory.situation}</a></h2>
    <p class="said">${memory.decision}</p>
    ${memory.metadata.correction && html`<p class="said">Corrected: ${memory.metadata.correction}</p>`}
    <p>${found.unproven && html`<${Badge} tone="fair">unproven<//> `}${found.superseded_by && html`<${Badge} tone="dim">superseded<//> `}
      ${(found.conflicts_with ?? []).length > 0 && html`<${Badge} tone="bad">contradicts ${counted(found.conflicts_with.length, "other")}<//> `}
      ${(found.duplicates ?? []).length > 0 && html`<${Badge}>${counted(found.duplicates.length, "other")} say the same<//> `}</p>
    <div class="columns-2"><${Bars} values=${bars} />${learned && html`<${Learned} learned=${learned} />`}</div></li>`;
}

/** @param {{ difference: number, interval: { low: number, high: number } }} uplift */
function change({ difference, interval: { low, high } }) {
  const reach = `by ${points(difference)}, between ${points(low)} and ${points(high)}`;
  return low <= 0 && high >= 0 ? `Whether it changes success cannot be told yet: ${reach}.` : `It changes success ${reach}.`;
}

/** @param {{ learned: any }} props */
function Learned({ learned }) {
  const { low, high } = learned.interval;
  const reach = `${percent(learned.posterior)}, between ${percent(low)} and ${percent(high)}`;
  const uplift = learned.uplift;
  const runs = learned.successes + learned.failures;
  return html`<div><p>${runs ? html`${learned.successes} of ${counted(runs, "run")} that count went well.` : "No run has been judged yet."}</p>
    <p class="facts"><${Interval} low=${low} high=${high} value=${learned.posterior} said=${reach} /><br />The next run goes well: ${reach}</p>
    ${uplift?.interval && html`<p class="facts">${change(uplift)}</p>`}
    ${learned.demoted && html`<p><${Badge} tone="bad">stands behind others: ${spaced(learned.demoted)}<//></p>`}</div>`;
}

/** @param {{ app: string, warnings: any[] }} props */
const Warnings = ({ app, warnings }) =>
  warnings.length > 0 ? html`<section><h2>Warnings: this has failed</h2><ul class="plain">${warnings.map(({ memory, reason }) => html`<li key=${memory.id} class="row"><a class="title" href=${address(["memories", app, memory.id])}>${memory.situation}</a><p class="said">${memory.decision}</p>${reason && html`<p class="facts">${reason}</p>`}</li>`)}</ul></section>` : null;

/** @param {{ app: string, dropped: any[] }} props */
const Dropped = ({ app, dropped }) =>
  dropped.length > 0 ? html`<section><h2>Left out</h2><div class="scroll" tabindex="0" role="region" aria-label="Left out"><table>
    <thead><tr><th>Memory</th><th>Why</th><th>Relevance</th><th>Score</th></tr></thead>
    <tbody>${dropped.map((each) => html`<tr key=${each.id}><td><a href=${address(["memories", app, each.id])}><code>${each.id}</code></a></td>
      <td>${DROPPED[each.reason] ?? each.reason}${each.superseded_by || each.duplicate_of ? html`: <code>${each.superseded_by ?? each.duplicate_of}</code>` : ""}</td>
      <td>${share(each.raw_score)}</td><td>${each.score == null ? "" : share(each.score)}</td></tr>`)}</tbody></table></div></section>` : null;
