/** Memories of an app: browse, filter, search; and one of them. */

import { inApp } from "./api.js";
import { html, useEffect, useMemo, useRef, useState } from "./htm-preact.js";
import { Memory } from "./memory.js";
import { AppChoice, Badge, Busy, Choice, Degraded, Outcome, Problem, TextField, Told, useLoad, useShared } from "./parts.js";
import { address, replace } from "./routing.js";
import { ago, counted, percent } from "./words.js";

const STATES = /** @type {[string, string][]} */ ([["", "all"], ["active", "active"], ["quarantined", "quarantined"], ["superseded", "superseded"], ["archived", "archived"]]);
const STAGES = /** @type {[string, string][]} */ ([["", "all"], ["classify", "classify"], ["route", "route"], ["gather", "gather"], ["draft", "draft"], ["validate", "validate"]]);
const PAGE = 100;
/** Milliseconds after the last key before it is searched. */
const PAUSE = 300;

/** @param {{ place: import("./routing.js").Place }} props */
export function Page({ place }) {
  const { apps } = useShared();
  const [app, id] = place.rest;
  if (app && id) return html`<${Memory} key=${`${app}/${id}`} app=${app} id=${id} />`;
  return html`<${List} app=${app ?? busiest(apps)} query=${place.query} />`;
}

/** @param {{ app_slug: string, count: number }[]} apps */
export const busiest = (apps) =>
  apps.reduce((most, each) => (each.count > most.count ? each : most), { app_slug: "", count: 0 }).app_slug;

/** @param {{ app: string, query: URLSearchParams }} props */
function List({ app, query }) {
  const filters = { q: query.get("q") ?? "", state: query.get("state") ?? "", stage: query.get("stage") ?? "", category: query.get("category") ?? "", conversation: query.get("conversation") ?? "" };
  const set = (/** @type {Partial<typeof filters>} */ changed) => replace(address(["memories", app], { ...filters, ...changed }));
  return html`<h1>Memories</h1>
    <form class="filters" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${AppChoice} value=${app} onChange=${(/** @type {string} */ chosen) => replace(address(["memories", chosen], filters))} />
      <${Typed} label="Search" type="search" placeholder="what a case is about" value=${filters.q} onChange=${(/** @type {string} */ q) => set({ q })} />
      ${!filters.q && html`<${Choice} label="State" value=${filters.state} onChange=${(/** @type {string} */ state) => set({ state })} options=${STATES} />`}
      <${Choice} label="Stage" value=${filters.stage} onChange=${(/** @type {string} */ stage) => set({ stage })} options=${STAGES} />
      <${Typed} label="Category" value=${filters.category} onChange=${(/** @type {string} */ category) => set({ category })} />
      ${filters.conversation && html`<${Typed} label="Conversation" value=${filters.conversation} onChange=${(/** @type {string} */ conversation) => set({ conversation })} />`}
    </form>
    ${app === "" ? html`<p>There are no memories that you may see yet.</p>`
      : filters.q ? html`<${Found} app=${app} ...${filters} />`
      : html`<${Pages} key=${JSON.stringify([app, filters])} app=${app} filters=${filters} />`}`;
}

/** A field that says what was typed once nobody types any more. @param {{ value: string, onChange: (value: string) => void, label: string }} props */
function Typed({ value, onChange, ...rest }) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return html`<${TextField} value=${text} onChange=${setText} ...${rest} />`;
}

/** @param {{ app: string, q: string, stage: string, category: string }} props */
function Found({ app, q, stage, category }) {
  const { api } = useShared();
  const body = { query: q, limit: 20, include_stale: true, include_superseded: true, ...(stage && { stage }), ...(category && { category }) };
  const found = useLoad((signal) => api.ask(inApp(app, "memories", "search"), body, signal), [app, JSON.stringify(body)]);
  const results = found.value?.body.results;
  return html`<${Problem} of=${found.problem} /><${Busy} busy=${found.busy}>Searching…<//>
    <${Degraded} parts=${found.value?.degraded} />
    ${results && html`<p role="status">${counted(results.length, "memory", "memories")}, the best first. <a href=${address(["why"], { app, q })}>Why these?</a></p>
    <ol class="rows">${results.map((/** @type {any} */ each) => html`<${Row} key=${each.memory.id} app=${app} memory=${each.memory} superseded=${each.superseded_by} />`)}</ol>`}`;
}

/**
 * All of a list, a page at a time as one scrolls. The browser lays out only what is in sight
 * (`content-visibility`), and a page that is shown is not looked at again.
 *
 * @param {{ app: string, filters: Record<string, string> }} props
 */
function Pages({ app, filters }) {
  const { api } = useShared();
  const [pages, setPages] = useState(/** @type {any[][]} */ ([]));
  const [cursor, setCursor] = useState("");
  const [wanted, setWanted] = useState(1);
  const end = useRef(/** @type {Element | null} */ (null));
  const { state = "", stage = "", category = "", conversation = "" } = filters;
  const next = useLoad(async (signal) => {
    if (cursor === null || pages.length >= wanted) return;
    const { body } = await api.read(inApp(app, "memories"), { state, stage, category, conversation_id: conversation, limit: PAGE, cursor }, signal);
    setPages([...pages, body.memories]);
    setCursor(body.next_cursor ?? null);
  }, [wanted]);
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => {
      if (seen.some((each) => each.isIntersecting)) setWanted(pages.length + 1);
    }, { rootMargin: "1500px" });
    if (end.current) watch.observe(end.current);
    return () => watch.disconnect();
  }, [pages.length]);
  const count = pages.reduce((all, each) => all + each.length, 0);
  const done = cursor === null;
  return html`<p role="status">${done || count ? `${counted(count, "memory", "memories")}${done ? "" : " so far"}, newest first` : ""}</p>
    ${pages.map((memories, index) => html`<${Chunk} key=${index} app=${app} memories=${memories} />`)}
    <${Problem} of=${next.problem} />
    ${next.problem && html`<button onClick=${next.again}>Try again</button>`}
    <div ref=${end}><${Busy} busy=${!done && !next.problem} /></div>`;
}

/** @param {{ app: string, memories: any[] }} props */
const Chunk = ({ app, memories }) =>
  useMemo(() => html`<ol class="rows chunk">${memories.map((each) => html`<${Row} key=${each.id} app=${app} memory=${each} superseded=${each.superseded_by} waits=${each.needs_validation} />`)}</ol>`, [memories]);

/** A memory in a list. @param {{ app: string, memory: any, superseded?: string, waits?: boolean, children?: unknown }} props */
export function Row({ app, memory, superseded, waits, children }) {
  const { metadata: about } = memory;
  return html`<li class="row">
    <a href=${address(["memories", app, memory.id])}>${memory.situation}</a>
    <p class="said">${about.correction ?? memory.decision}</p>
    <p class="facts">
      <${Outcome} of=${about} /> ${about.state !== "active" && html`<${Told} of=${about.state} /> `}
      ${superseded && html`<${Badge} tone="dim">superseded<//> `}${waits && html`<${Badge} tone="fair">waits for a person<//> `}
      ${about.instruction_like && html`<${Badge} tone="bad">reads like an order<//> `}
      <span>${about.stage}${about.category ? ` · ${about.category}` : ""} · believed ${percent(about.confidence)} · ${ago(about.created_at)}</span>
    </p>
    ${children}
  </li>`;
}
