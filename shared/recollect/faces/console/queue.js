/** What waits for a person: approve it or reject it, one or several at once. */

import { inApp } from "./api.js";
import { html, useEffect, useRef, useState } from "./htm-preact.js";
import { Row } from "./memories.js";
import { AppChoice, Busy, NoMemories, Problem, useAction, useLoad, useShared } from "./parts.js";
import { address, replace } from "./routing.js";
import { counted, day } from "./words.js";

const SOON = 14 * 24 * 60 * 60 * 1000;
const PAGE = 50;

/** What a list asks for, by its name, and what being in it means. */
const LISTS = /** @type {Record<string, { title: string, means: string, query: () => Record<string, string> }>} */ ({
  waiting: { title: "Waiting", means: "In quarantine, or with a confidence too low to be found.", query: () => ({ needs_validation: "true" }) },
  quarantined: { title: "Quarantined", means: "Not found until a person approves: little trusted, or made of what was retracted.", query: () => ({ state: "quarantined" }) },
  instructions: { title: "Instructions", means: "The text tells its reader what to do, as a prompt injection does. It is found behind all others, and nobody was asked about it.", query: () => ({ state: "active", instruction_like: "true" }) },
  unproven: { title: "Unproven", means: "Nobody but its writer stands by it yet.", query: () => ({ state: "active", unproven: "true" }) },
  disputed: { title: "Disputed", means: "Some stand by it, others speak against it.", query: () => ({ state: "active", disputed: "true" }) },
  expiring: { title: "Expiring", means: "Found for two more weeks at most, or no longer, unless somebody confirms it.", query: () => ({ state: "active", expires_before: new Date(Date.now() + SOON).toISOString() }) },
  superseded: { title: "Superseded", means: "Another decision took its place, by name or time.", query: () => ({ state: "superseded" }) },
});

/** @param {{ place: import("./routing.js").Place }} props */
export function Page({ place }) {
  const { app } = useShared();
  const list = place.rest[0] ?? "waiting";
  const { title, means, query } = LISTS[list] ?? /** @type {any} */ (LISTS.waiting);
  if (!app) return html`<h1>Queue</h1><${NoMemories} />`;
  return html`<h1>Queue</h1>
    <form class="filters" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${AppChoice} value=${app} onChange=${(/** @type {string} */ chosen) => replace(address(["queue", list], { app: chosen }))} />
    </form>
    <nav class="tabs" aria-label="Lists">${Object.entries(LISTS).map(
      ([key, each]) => html`<a key=${key} href=${address(["queue", key], { app })} aria-current=${key === list ? "page" : undefined}>${each.title}</a>`,
    )}</nav>
    <p class="dim">${means}</p>
    <${Waiting} key=${`${app} ${title}`} app=${app} query=${query} />`;
}

/** @param {any} memory */
function until({ metadata, expires_at }) {
  if (metadata.state !== "active") return "";
  return Date.parse(expires_at) < Date.now() ? `not found since ${day(expires_at)}` : `found until ${day(expires_at)}`;
}

/**
 * A memory as it is when a person has settled it.
 *
 * @param {any} memory
 * @param {string | undefined} how
 */
const settled = (memory, how) => ({ ...memory, metadata: { ...memory.metadata, state: how === "Approved" ? "active" : "archived" } });

/** Takes the focus of the button in whose place it is, so that the next Tab leads on. @param {{ how: string | undefined }} props */
function Settled({ how }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus();
  }, []);
  return how === "Approved"
    ? html`<p class="note" tabindex="-1" ref=${element}>Approved</p>`
    : html`<p class="warning" tabindex="-1" ref=${element}>Rejected. It is archived, and can be restored for a time.</p>`;
}

/** @param {{ app: string, query: () => Record<string, string> }} props */
function Waiting({ app, query }) {
  const { api, may } = useShared();
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const [done, setDone] = useState(/** @type {Record<string, string>} */ ({}));
  const [tried, setTried] = useState("");
  const doing = useAction();
  const [asked] = useState(query); // a cursor is good for what it was given for
  const [cursor, setCursor] = useState("");
  const found = useLoad((signal) => api.read(inApp(app, "memories"), { ...asked, limit: PAGE, cursor }, signal), [cursor]);
  const { memories = [], next_cursor: next } = found.value?.body ?? {};
  const open = memories.filter((/** @type {any} */ each) => !done[each.id]);
  const picked = chosen.filter((id) => open.some((/** @type {any} */ each) => each.id === id));
  const settle = (/** @type {string[]} */ ids, /** @type {"validation" | "retract"} */ how) =>
    doing.run(async () => {
      for (const id of ids) {
        setTried(id);
        await api.change("POST", inApp(app, "memories", id, how));
        setDone((before) => ({ ...before, [id]: how === "validation" ? "Approved" : "Rejected" }));
      }
    });
  const toggle = (/** @type {string} */ id) => setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const approves = may("memory:validate");
  const rejects = may("memory:judge");
  const acts = (/** @type {string[]} */ ids, /** @type {string} */ what) => html`
    ${approves && html`<button class="primary" disabled=${doing.busy} onClick=${() => settle(ids, "validation")}>Approve${what}</button>`}
    ${rejects && html`<button class="danger" disabled=${doing.busy} onClick=${() => settle(ids, "retract")}>Reject${what}</button>`}`;
  const count = Object.keys(done).length;
  return html`<${Problem} of=${found.problem} onAgain=${found.again} /><${Busy} busy=${found.busy} />
    <p role="status">${count > 0 ? `${counted(count, "memory", "memories")} settled. ` : ""}${found.value && (open.length ? counted(open.length, "memory", "memories") + (next ? " and more" : "") : next ? "The next wait." : "Nothing waits here.")}</p>
    ${picked.length > 1 && html`<div class="actions" role="group" aria-label="With those chosen">${acts(picked, ` ${picked.length}`)}</div>`}
    <ol class="rows">${memories.map((/** @type {any} */ each) => html`<${Row} key=${each.id} app=${app} memory=${done[each.id] ? settled(each, done[each.id]) : each} superseded=${each.superseded_by}>
      ${done[each.id] ? html`<${Settled} how=${done[each.id]} />` : html`<div class="actions">
        ${(approves || rejects) && html`<label class="check"><input type="checkbox" checked=${chosen.includes(each.id)} onChange=${() => toggle(each.id)} aria-label=${`Choose: ${each.situation}`} />choose</label>`}
        ${acts([each.id], "")}<span class="facts">${until(each)}</span></div>
        ${tried === each.id && html`<${Problem} of=${doing.problem} />`}`}
    <//>`)}</ol>
    ${next && html`<button onClick=${() => setCursor(next)}>Show the next</button>`}`;
}
