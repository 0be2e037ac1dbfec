/** Memories of an app: browse, filter, search; and one of them. */

import { inApp } from "./api.js";
import { html, useEffect, useMemo, useRef, useState } from "./htm-preact.js";
import { Memory } from "./memory.js";
import { AppChoice, Badge, Busy, Choice, Degraded, NoMemories, Outcome, Problem, TextField, Told, useLoad, useShared } from "./parts.js";
import { address, replace } from "./routing.js";
import { ago, counted, dateTime, number, percent } from "./words.js";

const STATES = /** @type {[string, string][]} */ ([["", "all"], ["active", "active"], ["quarantined", "quarantined"], ["superseded", "superseded"], ["archived", "archived"]]);
const STAGES = /** @type {[string, string][]} */ ([["", "all"], ["classify", "classify"], ["route", "route"], ["gather", "gather"], ["draft", "draft"], ["validate", "validate"]]);
const PAGE = 100;
/** Milliseconds after the last key before it is searched. */
const PAUSE = 300;
/** What is no question, but names a memory. */
const ID = /^mem_\w+$/;

/** @param {{ place: import("./routing.js").Place }} props */
export function Page({ place }) {
  const { app } = useShared();
  const [, id] = place.rest;
  if (!app) return html`<h1>Memories</h1><${NoMemories} />`;
  return id ? html`<${Memory} key=${`${app}/${id}`} app=${app} id=${id} />` : html`<${List} app=${app} query=${place.query} />`;
}

/** @param {{ app: string, query: URLSearchParams }} props */
function List({ app, query }) {
  const filters = { q: query.get("q") ?? "", state: query.get("state") ?? "", stage: query.get("stage") ?? "", category: query.get("category") ?? "", conversation: query.get("conversation") ?? "" };
  const set = (/** @type {Partial<typeof filters>} */ changed) => replace(address(["memories", app], { ...filters, ...changed }));
  const search = (/** @type {string} */ q) => (ID.test(q) ? location.assign(address(["memories", app, q])) : set({ q }));
  return html`<h1>Memories</h1>
    <form class="filters" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${AppChoice} value=${app} onChange=${(/** @type {string} */ chosen) => replace(address(["memories", chosen], filters))} />
      <div class="wide"><${Typed} label="Search" type="search" placeholder="what a case is about, or a memory’s id" maxlength="4096" value=${filters.q} onChange=${search} /></div>
      ${!filters.q && html`<${Choice} label="State" value=${filters.state} onChange=${(/** @type {string} */ state) => set({ state })} options=${STATES} />`}
      <${Choice} label="Stage" value=${filters.stage} onChange=${(/** @type {string} */ stage) => set({ stage })} options=${STAGES} />
      <${Typed} label="Category" value=${filters.category} onChange=${(/** @type {string} */ category) => set({ category })} />
      ${!filters.q && html`<${Typed} label="Conversation" value=${filters.conversation} onChange=${(/** @type {string} */ conversation) => set({ conversation })} />`}
    </form>
    ${filters.q ? html`<${Found} app=${app} ...${filters} />`
      : html`<${Pages} key=${JSON.stringify([app, filters])} app=${app} filters=${filters} />`}`;
}

/** A field that says what was typed once nobody types any more. @param {{ value: string, onChange: (value: string) => void, label: string }} props */
function Typed({ value, onChange, ...rest }) {
  const [kept, setKept] = useState({ value, text: value });
  // Another place, as the way back leads to one, has another text.
  const text = kept.value === value ? kept.text : value;
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => {
      setKept({ value: text.trim(), text });
      onChange(text.trim());
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return html`<${TextField} value=${text} onChange=${(/** @type {string} */ typed) => setKept({ value, text: typed })} ...${rest} />`;
}

/** @param {{ app: string, q: string, stage: string, category: string }} props */
function Found({ app, q, stage, category }) {
  const { api } = useShared();
  const body = { query: q, limit: 20, include_stale: true, include_superseded: true, ...(stage && { stage }), ...(category && { category }) };
  const found = useLoad((signal) => api.ask(inApp(app, "memories", "search"), body, signal), [app, JSON.stringify(body)]);
  const { results, warnings: failed = [] } = found.value?.body ?? {};
  const listed = (/** @type {string} */ state) => html`<a href=${address(["memories", app], { state })}>${state}</a>`;
  return html`<${Problem} of=${found.problem} onAgain=${found.again} /><${Busy} busy=${found.busy}>Searching…<//>
    <${Degraded} parts=${found.value?.degraded} />
    ${results && html`<p role="status">${counted(results.length, "memory", "memories")}, the best first${failed.length > 0 && `, and ${number(failed.length)} that failed`}. <a href=${address(["why"], { app, q })}>Why these?</a>
      <span class="dim"> Not searched: what is ${listed("quarantined")} or ${listed("archived")}.</span></p>
    <ol class="rows">${results.map((/** @type {any} */ each) => html`<${Row} key=${each.memory.id} app=${app} memory=${each.memory} superseded=${each.superseded_by} />`)}
      ${failed.map((/** @type {any} */ each) => html`<${Row} key=${each.memory.id} app=${app} memory=${each.memory} />`)}</ol>`}`;
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
    <${Problem} of=${next.problem} onAgain=${next.again} />
    <div ref=${end}><${Busy} busy=${!done && !next.problem} /></div>`;
}

/** @param {{ app: string, memories: any[] }} props */
const Chunk = ({ app, memories }) =>
  useMemo(() => html`<ol class="rows chunk">${memories.map((each) => html`<${Row} key=${each.id} app=${app} memory=${each} superseded=${each.superseded_by} waits=${each.needs_validation} />`)}</ol>`, [memories]);

/** A memory in a list. @param {{ app: string, memory: any, superseded?: string, waits?: boolean, children?: unknown }} props */
export function Row({ app, memory, superseded, waits, children }) {
  const { metadata: about } = memory;
  return html`<li class="row">
    <a class="title" href=${address(["memories", app, memory.id])}>${memory.situation}</a>
    <p class="said">${about.correction ?? memory.decision}</p>
    <p class="facts">
      <${Outcome} of=${about} /> ${about.state !== "active" && html`<${Told} of=${about.state} /> `}
      ${superseded && html`<${Badge} tone="dim">superseded<//> `}${waits && html`<${Badge} tone="fair">waits for a person<//> `}
      ${about.instruction_like && html`<${Badge} tone="bad">reads like an instruction<//> `}
      <span>${about.stage}${about.category && html` · <bdi>${about.category}</bdi>`} · confidence ${percent(about.confidence)} · <time datetime=${about.created_at} title=${dateTime(about.created_at)}>${ago(about.created_at)}</time></span>
    </p>
    ${children}
  </li>`;
}
