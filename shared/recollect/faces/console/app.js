/** The shell: signs in, shows what there is to go to, and one page of it. */

import { Api } from "./api.js";
import { html, render, useEffect, useRef, useState } from "./htm-preact.js";
import { Busy, Problem, SharedContext, TextField, useAction } from "./parts.js";
import { appOf, pageAddress, place } from "./routing.js";
import { useScrolling } from "./scrolling.js";
import { forgetToken, keepToken, keptToken, may, sessionOf } from "./session.js";

/**
 * Pages by their place: the title, the scopes of which one is enough, and the module that is loaded
 * when it is first looked at.
 *
 * @type {Record<string, { title: string, scopes: string[], load: () => Promise<any> }>}
 */
const PAGES = {
  overview: { title: "Overview", scopes: ["memory:read"], load: () => import("./overview.js") },
  memories: { title: "Memories", scopes: ["memory:read"], load: () => import("./memories.js") },
  queue: { title: "Queue", scopes: ["memory:read"], load: () => import("./queue.js") },
  why: { title: "Why", scopes: ["memory:read", "context:read"], load: () => import("./why.js") },
  case: { title: "A case", scopes: ["pack:read"], load: () => import("./case.js") },
  answers: { title: "Answers", scopes: ["response:validate"], load: () => import("./answers.js") },
  erasure: { title: "Erasure", scopes: ["memory:admin"], load: () => import("./erasure.js") },
};

/** What the API answers to whom it does not let in. */
const REFUSALS = new Set([401, 403]);

/** @typedef {import("./session.js").Session} Session */
/** @typedef {{ session: Session, apps: any[] }} Entered */

/**
 * Try to come in, with a token or, where the API asks for none, without.
 *
 * @param {string | null} token
 * @param {(problem: Error) => void} onRefused
 * @returns {Promise<Entered & { api: Api }>}
 */
async function enter(token, onRefused) {
  const session = sessionOf(token);
  // Asked first without anybody to tell: a refusal here is what this is to find out.
  if (!may(session, "memory:read")) return { session, apps: [], api: new Api(token, onRefused) };
  const { body } = await new Api(token).read("apps");
  return { session, apps: body.apps, api: new Api(token, onRefused) };
}

function Console() {
  const [entered, setEntered] = useState(/** @type {Awaited<ReturnType<typeof enter>> | null} */ (null));
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState(/** @type {Error | undefined} */ (undefined));
  const [outage, setOutage] = useState(/** @type {Error | undefined} */ (undefined));
  const leave = (/** @type {Error | undefined} */ problem) => {
    forgetToken();
    setEntered(null);
    setAsked(true);
    setRefusal(problem);
  };
  const tryToken = async (/** @type {string | null} */ token) => {
    setEntered(await enter(token, leave));
    if (token !== null) keepToken(token);
  };
  const begin = () => {
    const kept = keptToken();
    setOutage(undefined);
    tryToken(kept).catch((problem) => {
      if (!REFUSALS.has(problem.status)) setOutage(problem); // nothing is said against the token
      else leave(kept === null && problem.status === 401 ? undefined : problem);
    });
  };
  useEffect(begin, []);
  if (entered) return html`<${Entered} ...${entered} onLeave=${() => leave(undefined)} />`;
  if (outage) return html`<main class="narrow"><h1>Recollect</h1><${Problem} of=${outage} onAgain=${begin} /></main>`;
  return asked ? html`<${SignIn} refusal=${refusal} onToken=${tryToken} />` : html`<main class="narrow"><${Busy} busy=${true} /></main>`;
}

/** @param {{ refusal: Error | undefined, onToken: (token: string) => Promise<void> }} props */
function SignIn({ refusal, onToken }) {
  const [token, setToken] = useState("");
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const trying = useAction();
  useEffect(() => {
    document.title = "Recollect";
    form.current?.querySelector("input")?.focus();
  }, []);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const given = token.trim().replace(/^bearer\s+/i, "");
    trying.run(() => onToken(given));
  };
  return html`<main class="narrow">
    <h1>Recollect</h1>
    <p>This console shows what agents learned, to people who may see it. It asks the API with your token and
      keeps it until this tab is closed.</p>
    <form ref=${form} onSubmit=${submit}>
      <${TextField} label="Token" type="password" value=${token} onChange=${setToken} required=${true}
        hint="On a laptop: recollect token --help. The console offers what the token allows." />
      <${Problem} of=${trying.problem ?? refusal} />
      <button class="primary" disabled=${trying.busy}>${trying.busy ? "One moment…" : "Sign in"}</button>
    </form>
  </main>`;
}

/** @param {Entered & { api: Api, onLeave: () => void }} props */
function Entered({ session, apps, api, onLeave }) {
  const here = usePlace();
  const offered = Object.entries(PAGES).filter(([, page]) => page.scopes.some((each) => may(session, each)));
  const name = here.page || offered[0]?.[0] || "";
  const allows = (/** @type {string} */ scope) => may(session, scope);
  const looked = useRef(busiest(apps));
  looked.current = appOf(here) || looked.current;
  return html`<${SharedContext.Provider} value=${{ api, apps, app: looked.current, may: allows }}>
    <header>
      <a class="skip" href="#content" onClick=${skip}>To the content</a>
      <strong>Recollect</strong>
      <nav aria-label="Pages">
        ${offered.map(([key, page]) => html`<a key=${key} href=${pageAddress(key, looked.current)} aria-current=${key === name ? "page" : undefined}>${page.title}</a>`)}
      </nav>
      <span class="who">${session.subject}
        ${session.token !== null && html` <button onClick=${onLeave}>Sign out</button>`}
      </span>
    </header>
    <${Page} key=${name} name=${name} offered=${offered.some(([key]) => key === name)} place=${here} />
  <//>`;
}

/** The app with most memories. @param {{ app_slug: string, count: number }[]} apps */
const busiest = (apps) =>
  apps.reduce((most, each) => (each.count > most.count ? each : most), { app_slug: "", count: 0 }).app_slug;

/** @param {{ name: string, offered: boolean, place: Here }} props */
function Page({ name, offered, place: here }) {
  const page = PAGES[name];
  const [shown, setShown] = useState(/** @type {{ Page: any } | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Error | undefined} */ (undefined));
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!page || !offered) return;
    page.load().then(setShown, () => setProblem(new Error("This page did not load. The API does not answer, or a new release has taken its place.")));
  }, []);
  useEffect(() => {
    document.title = [...here.rest.toReversed(), page?.title, "Recollect"].filter(Boolean).join(" · ");
    // Whoever cannot see hears where the link has led to.
    if (here.isJump) main.current?.focus({ preventScroll: true });
  }, [here]);
  useScrolling(here, main);
  return html`<main id="content" tabindex="-1" ref=${main}>
    ${offered ? shown ? html`<${shown.Page} place=${here} />` : html`<${Busy} busy=${!problem} />` : html`<h1>${page?.title ?? "Recollect"}</h1><p class="problem">${refused(name)}</p>`}
    <${Problem} of=${problem} onAgain=${() => location.reload()} />
  </main>`;
}

/** Why a page is not shown. @param {string} name of a page, or of none; "" where none is offered */
function refused(name) {
  const page = PAGES[name];
  if (page) return `Your token may not see this: it needs ${page.scopes.join(" or ")}.`;
  if (name) return "There is no such page.";
  const scopes = new Set(Object.values(PAGES).flatMap((each) => each.scopes));
  return `Your token may see nothing of this console. It needs at least one of ${[...scopes].join(", ")}.`;
}

/** An address within the page is a place of ours, so the jump is made by hand. @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** @typedef {import("./routing.js").Place & { isJump: boolean }} Here whether a link or the history led there */

function usePlace() {
  const [here, setHere] = useState(/** @type {Here} */ ({ ...place(), isJump: false }));
  useEffect(() => {
    // What our own code replaces, as while a filter is typed, is not trusted in the browser's words.
    const moved = (/** @type {Event} */ event) => setHere({ ...place(), isJump: event.isTrusted });
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  return here;
}

const root = document.getElementById("console");
if (root) {
  root.replaceChildren();
  render(html`<${Console} />`, root);
}
