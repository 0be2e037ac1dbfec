/** The text that `prepare` gives an agent for its prompt, and what it is made of. */

import { html } from "./htm-preact.js";
import { AppChoice, Busy, Degraded, Problem, TextField, useAction, useShared } from "./parts.js";
import { useQuestion } from "./routing.js";
import { counted, number, spaced } from "./words.js";

/** @param {{ query: URLSearchParams }} props */
export function WhyPrompt({ query }) {
  const { api, may } = useShared();
  const asking = useAction();
  const { typed, set, submit } = useQuestion(["why", "prompt"], query, { app: "", cases: "", q: "" }, ({ app = "", cases = "", q }) => {
    const numbers = cases.split(/[\s,]+/).filter(Boolean);
    // A part that the token has no right to would be refused with the whole.
    const include = ["evidence", ...(may("pack:read") ? ["pack"] : []), ...(app && may("memory:read") ? ["memories"] : [])];
    if (q || numbers.length) asking.run(() => api.ask("prepare", { text: q || null, case_numbers: numbers, include, ...(app && { app_slug: app }) }));
    else asking.clear();
  });
  const made = asking.value?.body;
  return html`<form class="filters" onSubmit=${submit}>
      <${AppChoice} value=${typed.app} onChange=${set("app")} none="no memories" />
      <${TextField} label="Cases" value=${typed.cases} onChange=${set("cases")} placeholder="SCS0001234" />
      <div class="wide"><${TextField} label="What was said" type="search" value=${typed.q} onChange=${set("q")} required=${!typed.cases?.trim()} maxlength="4096" /></div>
      <button class="primary">Prepare</button>
    </form>
    <${Problem} of=${asking.problem} /><${Busy} busy=${asking.busy}>Preparing…<//>
    ${made && html`<${Degraded} parts=${[...new Set([...(made.degraded ?? []), ...(asking.value?.degraded ?? [])])]} />
      ${made.empty?.length > 0 && html`<p class="warning">Nothing at all is kept for ${made.empty.join(" and ")} where it was looked.</p>`}
      <p role="status">${made.nothing_found ? "Nothing was found." : `${number(made.prompt.length)} characters, with ${counted(made.citations.length, "citation")}.`}</p>
      <pre tabindex="0" aria-label="The prompt">${made.prompt}</pre>
      ${made.citations.length > 0 && html`<section><h2>Citations</h2><ul class="plain">${made.citations.map((/** @type {any} */ each) => html`<li key=${each.marker}><strong>${each.marker}</strong> ${spaced(each.kind)} <code>${each.id}</code> ${each.title ?? ""}</li>`)}</ul></section>`}`}`;
}
