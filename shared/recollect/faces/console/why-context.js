/** Why a context request finds the evidence that it finds: signals, what was left out, the causal graph. */

import { Bars } from "./charts.js";
import { Graph } from "./graph.js";
import { html } from "./htm-preact.js";
import { Badge, Busy, Choice, Degraded, Problem, TextField, useAction, useShared } from "./parts.js";
import { useQuestion } from "./routing.js";
import { asText, counted, percent, share, spaced } from "./words.js";

const WALK = "graph_traversal";
const TYPES = /** @type {[string, string][]} */ ([["hybrid", "meaning and words"], ["semantic", "meaning"], ["keyword", "words"], [WALK, "from one item to its causes"]]);

/** @param {{ query: URLSearchParams }} props */
export function WhyContext({ query }) {
  const { api, app } = useShared();
  const asking = useAction();
  const { typed, set, submit } = useQuestion(["why", "evidence"], query, { app, q: "", type: "hybrid", start: "", project: "default" }, (given) => {
    if (given.q || given.start) asking.run(() => api.ask("context", request(given)));
    else asking.clear();
  });
  const walks = typed.type === WALK;
  const found = asking.value?.body.payload;
  return html`<form class="filters" role="search" onSubmit=${submit}>
      <${Choice} label="Search by" value=${typed.type} onChange=${set("type")} options=${TYPES} />
      ${walks && html`<${TextField} label="Start at" value=${typed.start} onChange=${set("start")} required=${true} placeholder="CS0007004" maxlength="256" />`}
      <${TextField} label="Project" value=${typed.project} onChange=${set("project")} required=${true} />
      <div class="wide"><${TextField} label="Question" type="search" value=${typed.q} onChange=${set("q")} required=${!walks} maxlength="4096" /></div>
      <button class="primary">Ask</button>
    </form>
    <${Problem} of=${asking.problem} /><${Busy} busy=${asking.busy}>Asking…<//><${Degraded} parts=${asking.value?.degraded} />
    ${found && html`<${Explained} found=${found} />`}`;
}

/** @param {Record<string, string>} given what the form has */
const request = ({ q, type, start, project }) => ({
  meta: { type: "ContextRequest", from: { type: "service", id: "console" }, tenant: "default", project },
  payload: {
    query: { type, ...(q && { text: q }), ...(type === WALK && { graph_params: { start_node: start, max_depth: 4 } }) },
    limit: 10, include_scores: true, include_explain: true, include_graph: true, ledger: "full",
  },
});

/** @param {{ found: any }} props */
function Explained({ found }) {
  const { explainability: why, results } = found;
  const { budgetUsed } = why.slicing;
  const kept = why.ledger.filter((/** @type {any} */ each) => each.reason === "kept");
  const dropped = why.ledger.filter((/** @type {any} */ each) => each.reason !== "kept");
  return html`<p role="status">${counted(results.length, "item")} of ${counted(found.candidate_count, "candidate")} in ${Math.round(found.query_duration_ms)} ms; about ${counted(budgetUsed.estimatedTokens, "token")}.</p>
    ${why.tldr.summary && html`<p class="card">${why.tldr.summary} ${why.tldr.citations.map((/** @type {string} */ id) => html`<code key=${id}>[${id}] </code>`)}</p>`}
    ${why.warnings.map((/** @type {string} */ each) => html`<p key=${each} class="warning">${each}</p>`)}
    ${why.affordances.length > 0 && html`<section><h2>What to do next</h2><ul>${why.affordances.map((/** @type {any} */ each) => html`<li key=${each.type}><strong>${spaced(each.type)}</strong> ${each.description} <small>${percent(each.confidence)}</small></li>`)}</ul></section>`}
    ${why.causalGraph && why.causalGraph.edges.length > 0 && html`<section><h2>What caused what</h2><${Graph} graph=${why.causalGraph} /></section>`}
    <section><h2>Kept</h2><ol class="plain cards-wide">${kept.map((/** @type {any} */ each) => html`<${Kept} key=${each.id} entry=${each} item=${results.find((/** @type {any} */ item) => item.id === each.id)} />`)}</ol></section>
    ${dropped.length > 0 && html`<section><h2>Left out</h2><ul class="plain">${dropped.map((/** @type {any} */ each) => html`<li key=${each.id} class="row"><code>${each.id}</code> <${Badge}>${each.stage}<//> ${each.score != null && share(each.score)}<p class="facts">${each.explanation}</p></li>`)}</ul></section>`}`;
}

/** @param {{ entry: any, item: any }} props */
function Kept({ entry, item }) {
  const signals = Object.entries(entry.signals ?? {});
  return html`<li class="card"><h3><code>${entry.id}</code> ${item?.title ?? ""} ${entry.score != null && html`<${Badge} tone="good">${share(entry.score)}<//>`} ${entry.redacted && html`<${Badge} tone="fair">parts are hidden<//>`}</h3>
    <div class="columns-2"><p class="said">${item ? asText(item.content) : ""}</p><div><${Bars} values=${signals} /><p class="facts">${entry.explanation}</p></div></div></li>`;
}
