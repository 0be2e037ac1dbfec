/** What is known of a case, as a person reads it: the most urgent first. */

import { html, useEffect, useRef, useState } from "./htm-preact.js";
import { Badge, Busy, Degraded, Problem, TextField, useAction, useLoad, useShared } from "./parts.js";
import { address } from "./routing.js";
import { counted, dateTime, day, percent, spaced } from "./words.js";

const TONES = /** @type {Record<string, string>} */ ({ critical: "bad", warning: "fair", info: "" });

/** @param {{ place: import("./routing.js").Place }} props */
export function Page({ place }) {
  const { api } = useShared();
  const given = place.rest[0] ?? "";
  const of = place.query.get("company") ?? "";
  const [number, setNumber] = useState(given);
  const [company, setCompany] = useState(of);
  const asking = useAction();
  const shown = useRef({ given, of });
  const ask = () =>
    asking.run(() => api.ask("packs/discovery", { caseNumbers: given ? [given] : [], ...(of && { companyName: of }) }));
  useEffect(() => {
    // This runs a moment after the fields are there: what was typed since stays.
    if (shown.current.given !== given || shown.current.of !== of) {
      setNumber(given);
      setCompany(of);
      shown.current = { given, of };
    }
    if (given || of) ask();
    else asking.clear();
  }, [given, of]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const asked = address(["case", number.trim()].filter(Boolean), { company: company.trim() });
    if (asked === address(["case", given].filter(Boolean), { company: of })) ask();
    else location.hash = asked;
  };
  return html`<h1>${given ? `Case ${given}` : of || "A case"}</h1>
    <form class="filters" role="search" onSubmit=${submit}>
      <${TextField} label="Number" value=${number} onChange=${setNumber} required=${!company} placeholder="SCS0001234" />
      <${TextField} label="or company" value=${company} onChange=${setCompany} maxlength="160" />
      <button class="primary">Show what is known</button>
    </form>
    <${Problem} of=${asking.problem} onAgain=${ask} /><${Busy} busy=${asking.busy}>Asking the service desk…<//><${Degraded} parts=${asking.value?.degraded} />
    ${asking.value && html`<${Alerts} pack=${asking.value.body} />`}
    ${given && html`<${Ticket} key=${given} number=${given} />`}
    ${asking.value ? html`<${Pack} pack=${asking.value.body} />` : !given && !of && html`<${Solved} />`}`;
}

/**
 * The case itself: as the service desk has it, or else the text that is kept of a solved one.
 *
 * @param {{ number: string }} props
 */
function Ticket({ number }) {
  const { api, may } = useShared();
  const asksDesk = may("tool:call");
  const desk = useLoad((signal) => (asksDesk ? api.ask("tools/getCase", { arguments: { caseNumber: number } }, signal) : Promise.resolve(null)), [number]);
  const kept = useLoad((signal) => api.read(`cases/${encodeURIComponent(number)}`, {}, signal), [number]);
  const told = desk.value?.body.case;
  const solved = kept.value?.body;
  if (!told) return solved ? html`<section><h2>How it was solved</h2><p class="said">${solved.content}</p></section>` : null;
  const breached = (desk.value?.body.slas ?? []).filter((/** @type {any} */ each) => each.has_breached).map((/** @type {any} */ each) => each.name);
  const facts = [
    ["state", told.state],
    ["priority", told.priority],
    ["with", [told.assigned_to, told.assignment_group].filter(Boolean).join(", ")],
    ["customer", [told.contact, told.account].filter(Boolean).join(", ")],
    ["opened", told.opened_at && dateTime(told.opened_at)],
    ["last change", told.updated_at && dateTime(told.updated_at)],
    ["due", told.due_at && dateTime(told.due_at)],
    ["breached", breached.join(", ")],
    ["closed with", told.close_notes],
  ];
  return html`<section><h2>${told.short_description}</h2><p class="said">${told.description}</p>
    <dl class="details">${facts.map(([name, value]) => value && html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    ${solved && html`<h3>How it was solved</h3><p class="said">${solved.content}</p>`}</section>`;
}

/** What cannot wait, and stands before all else. @param {{ pack: any }} props */
function Alerts({ pack: { policyAlerts, metadata } }) {
  const ofSeveral = metadata.caseNumbers.length > 1;
  return (policyAlerts ?? []).map((/** @type {any} */ each) => html`<p key=${each.type + each.details?.caseNumber} class=${each.severity === "critical" ? "problem" : each.severity === "warning" ? "warning" : "card"}><${Badge} tone=${TONES[each.severity]}>${spaced(each.type)}<//> ${ofSeveral && each.details?.caseNumber ? `${each.details.caseNumber}: ` : ""}${each.message}</p>`);
}

/** @param {{ pack: any }} props */
function Pack({ pack }) {
  const { businessContext: customer, caseContext, slackRecent, similarCases, cmdbHits, policyAlerts, muscleMemoryExemplars: exemplars } = pack;
  const parts = [customer, caseContext, slackRecent, similarCases, cmdbHits, exemplars];
  const isKnown = parts.some(Boolean) || (policyAlerts ?? []).length > 0;
  return html`<article>
    ${!isKnown && html`<p class="warning" role="status">Nothing is known of it. Is the number, or the name of the company, right?</p>`}
    <div class="columns-2">
      ${customer && html`<section><h2>${customer.entityName}</h2><p>${[customer.entityType, customer.industry].filter(Boolean).join(" · ")}</p>
        <dl class="details">${[["also called", (customer.aliases ?? []).join(", ")], ["technology", customer.technologyPortfolio], ["service", customer.serviceDetails]].map(([name, value]) => value && html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`}
      ${(cmdbHits?.items ?? []).length > 0 && html`<section><h2>Configuration items</h2><ul class="plain">${cmdbHits.items.map((/** @type {any} */ each) => html`<${Item} key=${each.name} item=${each} />`)}</ul></section>`}
    </div>
    ${(similarCases?.cases ?? []).length > 0 && html`<section><h2>Similar cases</h2><ol class="rows">${similarCases.cases.map((/** @type {any} */ each) => html`<li key=${each.caseNumber} class="row"><a href=${address(["case", each.caseNumber])}>${each.caseNumber}</a> <${Badge}>${percent(each.score / 100)} alike<//><p>${each.excerpt}</p></li>`)}</ol></section>`}
    ${(slackRecent?.messages ?? []).length > 0 && html`<section><h2>What was said</h2><ol class="events">${slackRecent.messages.map((/** @type {any} */ each, /** @type {number} */ index) => html`<li key=${index}><strong>${each.role}</strong> ${each.timestamp ? html`<small>${dateTime(each.timestamp)}</small>` : ""}<p class="said">${each.text}</p></li>`)}</ol></section>`}
    ${caseContext && html`<p class="facts">First spoken of ${dateTime(caseContext.detectedAt)}, ${counted(caseContext.messageCount, "message")} in its thread.</p>`}
    ${(exemplars?.exemplars ?? []).length > 0 && html`<section><h2>Done well before</h2><ul class="plain">${exemplars.exemplars.map((/** @type {any} */ each) => html`<li key=${each.caseNumber + each.summary} class="row"><strong>${each.caseNumber}</strong> ${each.summary}<p>${each.actionTaken}</p><p class="facts">${spaced(each.interactionType)} · ${spaced(each.outcome)} · quality ${percent(each.qualityScore)}</p></li>`)}</ul></section>`}
    <p class="facts">As of ${dateTime(pack.generatedAt)}.</p>
  </article>`;
}

/** @param {{ item: any }} props */
const Item = ({ item }) => html`<li class="row"><strong>${item.name}</strong> <span class="facts">${[item.className?.replace(/^cmdb_ci_/, "").replaceAll("_", " "), item.environment, item.ownerGroup].filter(Boolean).join(" · ")}</span>
  <p class="facts">${[...(item.ipAddresses ?? []), item.matchReason && `matched by ${item.matchReason}`].filter(Boolean).join(" · ")}</p>
  ${(item.relatedItems ?? []).length > 0 && html`<p class="facts">Beside it: ${item.relatedItems.map((/** @type {any} */ each) => each.name).join(", ")}</p>`}</li>`;

/** Cases to begin with: those that are kept. */
function Solved() {
  const { api } = useShared();
  const found = useLoad((signal) => api.read("cases", { limit: 20 }, signal), []);
  const cases = found.value?.body.cases;
  return html`<${Problem} of=${found.problem} onAgain=${found.again} /><${Busy} busy=${found.busy} />
    ${cases && html`<h2>Solved lately</h2><ol class="rows">${cases.map((/** @type {any} */ each) => html`<li key=${each.case_number} class="row"><a href=${address(["case", each.case_number])}>${each.case_number}</a> <span class="facts">${each.company ?? ""}${each.resolved_at ? ` · ${day(each.resolved_at)}` : ""}</span><p class="said">${each.content}</p></li>`)}</ol>`}`;
}
