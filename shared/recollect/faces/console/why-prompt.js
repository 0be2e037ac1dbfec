/** The text that `prepare` gives an agent for its prompt, and what it is made of. */

import { html, useState } from "./htm-preact.js";
import { AppChoice, Busy, Degraded, Problem, TextField, useAction, useShared } from "./parts.js";
import { counted, number, spaced } from "./words.js";

/** @param {{ query: URLSearchParams }} props */
export function WhyPrompt({ query }) {
  const { api, may } = useShared();
  const [app, setApp] = useState(query.get("app") ?? "");
  const [text, setText] = useState(query.get("q") ?? "");
  const [cases, setCases] = useState("");
  const asking = useAction();
  const numbers = cases.split(/[\s,]+/).filter(Boolean);
  // A part that the token has no right to would be refused with the whole.
  const include = ["evidence", ...(may("pack:read") ? ["pack"] : []), ...(app && may("memory:read") ? ["memories"] : [])];
  const ask = (/** @type {Event} */ event) => {
    event.preventDefault();
    asking.run(() => api.ask("prepare", { text: text || null, case_numbers: numbers, include, ...(app && { app_slug: app }) }));
  };
  const made = asking.value?.body;
  return html`<form class="filters" onSubmit=${ask}>
      <${AppChoice} value=${app} onChange=${setApp} none="no memories" />
      <${TextField} label="Cases" value=${cases} onChange=${setCases} placeholder="SCS0001234" />
      <div class="wide"><${TextField} label="What was said" type="search" value=${text} onChange=${setText} required=${numbers.length === 0} maxlength="4096" /></div>
      <button class="primary">Prepare</button>
    </form>
    <${Problem} of=${asking.problem} /><${Busy} busy=${asking.busy}>Preparing…<//>
    ${made && html`<${Degraded} parts=${[...new Set([...(made.degraded ?? []), ...(asking.value?.degraded ?? [])])]} />
      ${made.empty?.length > 0 && html`<p class="warning">Nothing at all is kept for ${made.empty.join(" and ")} where it was looked.</p>`}
      <p role="status">${made.nothing_found ? "Nothing was found." : `${number(made.prompt.length)} characters, with ${counted(made.citations.length, "citation")}.`}</p>
      <pre tabindex="0" aria-label="The prompt">${made.prompt}</pre>
      ${made.citations.length > 0 && html`<section><h2>Citations</h2><ul class="plain">${made.citations.map((/** @type {any} */ each) => html`<li key=${each.marker}><strong>${each.marker}</strong> ${spaced(each.kind)} <code>${each.id}</code> ${each.title ?? ""}</li>`)}</ul></section>`}`}`;
}
