/** Whether an answer is made of what its tools returned: every fact of it underlined. */

import { html, useState } from "./htm-preact.js";
import { Badge, Busy, Problem, TextField, useAction, useLoad, useShared } from "./parts.js";
import { counted, percent, spaced } from "./words.js";

const EXAMPLE = {
  answer: "*Summary*\n\nEmail server is down affecting 80 users in the Finance department.\n\n*Current State*\n\nStatus: Open\nPriority: High\nAssigned: Jane Miller\nSLA: 2 hours remaining\n\n*Latest Activity*\n\n• Oct 28, 15:30 – jsmith: Escalated to Microsoft Support",
  tools: [{ toolName: "getCase", result: { caseSummary: "Summary\n\nEmail server down affecting 50 users in Finance department.\n\nCurrent State\n\nStatus: Open\nPriority: High (1-Critical)\nAssigned: John Smith (IT Support)\nSLA: 2 hours remaining\n\nLatest Activity\n\n• Oct 28, 15:30 – jsmith: Escalated to Microsoft Support" } }],
};
const TONES = /** @type {Record<string, string>} */ ({ supported: "good", contradicted: "bad", unsupported: "fair" });

export function Page() {
  const { api } = useShared();
  const [answer, setAnswer] = useState("");
  const [tools, setTools] = useState("");
  const asking = useAction();
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    asking.run(async () => {
      const { body } = await api.ask("responses/validate", { response: answer, toolCalls: calls(tools), dryRun: true });
      return { answer, result: body };
    });
  };
  const example = () => {
    setAnswer(EXAMPLE.answer);
    setTools(JSON.stringify(EXAMPLE.tools, null, 2));
  };
  return html`<h1>Answers</h1>
    <form onSubmit=${submit}>
      <div class="columns-2">
        <${TextField} label="Answer" rows=${10} value=${answer} onChange=${setAnswer} required=${true} maxlength="200000" />
        <${TextField} label="Tool results, as JSON" rows=${10} value=${tools} onChange=${setTools} required=${true}
          hint="A list of {toolName, result}; anything else is taken as the result of one tool." />
      </div>
      <div class="actions"><button class="primary">Check it</button><button type="button" onClick=${example}>Take an example</button></div>
    </form>
    <${Problem} of=${asking.problem} /><${Busy} busy=${asking.busy}>Checking…<//>
    ${asking.value && html`<${Checked} ...${asking.value} />`}
    <${Lately} />`;
}

/** @param {{ answer: string, result: any }} props */
function Checked({ answer, result }) {
  const facts = result.facts ?? [];
  const count = (/** @type {string} */ verdict) => facts.filter((/** @type {any} */ each) => each.verdict === verdict).length;
  return html`<section aria-label="Result">
    <h2>${verdict(result.valid, count("supported"), facts.length)}</h2>
    <p role="status">${counted(facts.length, "fact")}: ${Object.keys(TONES).map((verdict) => html`<${Badge} key=${verdict} tone=${TONES[verdict]}>${`${count(verdict)} ${verdict}`}<//> `)}</p>
    ${result.warnings.map((/** @type {string} */ each) => html`<p key=${each} class="warning">${each}</p>`)}
    ${result.missingElements.length > 0 && html`<p class="warning">Missing: ${result.missingElements.join(", ")}.</p>`}
    <div class="card said">${pieces(answer, facts).map(({ text, fact }, index) => fact
      ? html`<mark key=${index} class=${fact.verdict} title=${`${spaced(fact.kind)}: ${fact.verdict}${fact.expected ? `; the tools returned “${fact.expected}”` : ""}`}>${text}</mark>` : text)}</div>
    ${facts.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Facts"><table><thead><tr><th>Said</th><th>Kind</th><th>Verdict</th><th>Tools returned</th></tr></thead>
      <tbody>${facts.map((/** @type {any} */ each, /** @type {number} */ index) => html`<tr key=${index}><td>${each.text}</td><td>${spaced(each.kind)}</td><td><${Badge} tone=${TONES[each.verdict]}>${each.verdict}<//></td><td>${each.expected ?? ""} <small>${[each.tool, each.path].filter(Boolean).join(" · ")}</small></td></tr>`)}</tbody></table></div>`}
  </section>`;
}

/**
 * An answer that nothing contradicts does not hold for that alone: its tools may have returned nothing of it.
 *
 * @param {boolean} valid
 * @param {number} supported
 * @param {number} facts
 */
function verdict(valid, supported, facts) {
  if (!valid) return "It does not hold";
  if (!facts) return "Nothing in it could be checked";
  if (supported === facts) return "It holds";
  return supported ? "Nothing contradicts it, but the tools did not return all of it" : "Nothing contradicts it, and the tools returned none of it";
}

/** How answers did in the last week. */
function Lately() {
  const { api } = useShared();
  const found = useLoad((signal) => api.read("responses/metrics", { days: 7 }, signal), []);
  const metrics = found.value?.body;
  if (!metrics?.total) return null;
  return html`<section><h2>In the last week</h2>
    <p>${counted(metrics.total, "answer")} checked, ${metrics.successRate == null ? "" : `${percent(metrics.successRate)} of which held`}${metrics.alerts ? `, ${counted(metrics.alerts, "alert")}` : ""}.</p>
    ${metrics.contradictions.length > 0 && html`<p>Contradicted most: ${metrics.contradictions.slice(0, 5).map((/** @type {any} */ each) => `${spaced(each.kind)} of ${each.toolName} (${each.count})`).join(", ")}.</p>`}
  </section>`;
}

/**
 * The answer cut at its facts. The API counts characters as Python does, which is not how
 * JavaScript does beyond the first plane of Unicode.
 *
 * @param {string} answer
 * @param {{ start: number, end: number, verdict: string }[]} facts
 * @returns {{ text: string, fact?: any }[]}
 */
export function pieces(answer, facts) {
  const characters = Array.from(answer);
  const cut = (/** @type {number} */ start, /** @type {number} */ end) => characters.slice(start, end).join("");
  const found = [];
  let at = 0;
  for (const fact of facts.toSorted((one, other) => one.start - other.start)) {
    if (fact.start < at) continue; // within one that is shown
    found.push({ text: cut(at, fact.start) }, { text: cut(fact.start, fact.end), fact });
    at = fact.end;
  }
  return [...found, { text: cut(at, characters.length) }];
}

/** @param {string} text @returns {object[]} */
function calls(text) {
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    throw new Error("The tool results are not JSON.");
  }
  const named = Array.isArray(told) && told.every((each) => each && typeof each.toolName === "string");
  return named ? told : [{ toolName: "tool", result: told }];
}
