/** What pages are made of: something that loads, a problem, a field, a question before a change. */

import { createContext, html, useContext, useEffect, useRef, useState } from "./htm-preact.js";
import { counted, knownOutcome } from "./words.js";

/**
 * @typedef {object} Shared
 * @property {import("./api.js").Api} api
 * @property {(scope: string) => boolean} may
 * @property {{ app_slug: string, count: number }[]} apps
 * @property {string} app the one that was looked at last, or that has most memories; "" where there is none
 */

/** What every page is given. */
export const SharedContext = createContext(/** @type {Shared} */ (/** @type {unknown} */ (null)));
/** @returns {Shared} */
export const useShared = () => useContext(SharedContext);

/**
 * Load something whenever one of `inputs` changes; what is late for a former one is dropped.
 *
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {unknown[]} inputs
 * @returns {{ value?: T, problem?: Error, busy: boolean, again: () => void }}
 */
export function useLoad(load, inputs) {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState(/** @type {{ value?: T, problem?: Error, busy: boolean }} */ ({ busy: true }));
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ value: turn ? before.value : undefined, busy: true }));
    load(abort.signal).then(
      (value) => abort.signal.aborted || setState({ value, busy: false }),
      (problem) => abort.signal.aborted || setState({ problem, busy: false }),
    );
    return () => abort.abort();
  }, [...inputs, turn]);
  return { ...state, again: () => setTurn(turn + 1) };
}

/**
 * Something that is started by a person: nothing before, then its value or its problem. Of what is
 * started twice the later one is shown.
 *
 * @template T
 * @returns {{ value?: T, problem?: Error, busy: boolean, run: (work: () => Promise<T>) => Promise<T | undefined>, clear: () => void }}
 */
export function useAction() {
  const [state, setState] = useState(/** @type {{ value?: T, problem?: Error, busy: boolean }} */ ({ busy: false }));
  const latest = useRef(0);
  const run = async (/** @type {() => Promise<T>} */ work) => {
    const turn = ++latest.current;
    const settle = (/** @type {typeof state} */ end) => turn === latest.current && setState(end);
    setState({ busy: true });
    try {
      const value = await work();
      settle({ value, busy: false });
      return value;
    } catch (problem) {
      settle({ problem: /** @type {Error} */ (problem), busy: false });
      return undefined;
    }
  };
  const clear = () => {
    latest.current += 1;
    setState({ busy: false });
  };
  return { ...state, run, clear };
}

/** @param {{ of: Error | undefined, onAgain?: () => void }} props */
export function Problem({ of: problem, onAgain }) {
  if (!problem) return null;
  const id = /** @type {any} */ (problem).requestId;
  return html`<p class="problem" role="alert">${problem.message}${id && html` <small>Request ${id}</small>`}</p>
    ${onAgain && html`<button onClick=${onAgain}>Try again</button>`}`;
}

/** @param {{ busy: boolean, children?: unknown }} props */
export const Busy = ({ busy, children }) =>
  html`<p class="busy" role="status">${busy ? (children ?? "Loading…") : ""}</p>`;

/** Names what an answer had to do without. @param {{ parts: string[] | undefined }} props */
export const Degraded = ({ parts }) =>
  parts && parts.length > 0
    ? html`<p class="warning" role="status">Incomplete: this was made without ${parts.join(", ")}.</p>`
    : null;

/** What stands where nothing has been stored yet, and what can be done about it. */
export const NoMemories = () =>
  html`<p>There are no memories that you may see yet. Agents store them over <a href="docs">the API</a>; <code>recollect import</code> brings in what other systems have.</p>`;

/** @param {{ tone?: string, children: unknown }} props */
export const Badge = ({ tone = "", children }) => html`<span class=${`badge ${tone}`}>${children}</span>`;

const TONES = { success: "good", corrected: "fair", failed: "bad", active: "", quarantined: "fair", archived: "dim" };

/** @param {{ of: string }} props the outcome or state of a memory */
export const Told = ({ of: word }) =>
  html`<${Badge} tone=${/** @type {Record<string, string>} */ (TONES)[word] ?? ""}>${word}<//>`;

/** @param {{ of: any }} props all about a memory but its text */
export const Outcome = ({ of: about }) => {
  const known = knownOutcome(about);
  return html`<${Told} of=${known === "unknown" ? "outcome unknown" : known} />`;
};

/**
 * @param {{ label: string, value: string, onChange: (value: string) => void, type?: string,
 *   placeholder?: string, required?: boolean, rows?: number, hint?: string }} props
 */
export function TextField({ label, value, onChange, type = "text", rows, hint, ...rest }) {
  const typed = (/** @type {any} */ event) => onChange(event.target.value);
  return html`<label class="field"><span>${label}</span>
    ${rows
      ? html`<textarea rows=${rows} value=${value} onInput=${typed} ...${rest}></textarea>`
      : html`<input type=${type} value=${value} onInput=${typed} autocomplete="off" spellcheck=${false} ...${rest} />`}
    ${hint && html`<small>${hint}</small>`}
  </label>`;
}

/**
 * @param {{ label: string, value: string, onChange: (value: string) => void,
 *   options: (string | [string, string])[] }} props options are values, or values with what is shown
 */
export function Choice({ label, value, onChange, options }) {
  return html`<label class="field"><span>${label}</span>
    <select value=${value} onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
      ${options.map((each) => {
        const [key, shown] = Array.isArray(each) ? each : [each, each];
        return html`<option key=${key} value=${key} selected=${key === value}>${shown}</option>`;
      })}
    </select>
  </label>`;
}

/** Which app; `none` words that it may be left out. @param {{ value: string, onChange: (value: string) => void, none?: string }} props */
export function AppChoice({ value, onChange, none }) {
  const { apps } = useShared();
  const known = apps.map((each) => /** @type {[string, string]} */ ([each.app_slug, `${each.app_slug} (${counted(each.count, "memory", "memories")})`]));
  const given = value && !apps.some((each) => each.app_slug === value) ? [/** @type {[string, string]} */ ([value, value])] : [];
  const blank = none === undefined ? [] : [/** @type {[string, string]} */ (["", none])];
  return html`<${Choice} label="App" value=${value} onChange=${onChange} options=${[...blank, ...given, ...known]} />`;
}

/**
 * A question before something is changed. The browser keeps the focus within, and Escape closes it; what
 * is dangerous does not have the focus at first.
 *
 * @param {{ title: string, action: string, tone?: string, children?: unknown, onClose: () => void,
 *   onConfirm: () => Promise<unknown> }} props
 */
export function Dialog({ title, action, tone = "", children, onClose, onConfirm }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const doing = useAction();
  useEffect(() => element.current?.showModal(), []);
  const confirm = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (doing.busy) return;
    await doing.run(async () => {
      await onConfirm();
      element.current?.close();
    });
  };
  return html`<dialog ref=${element} onClose=${onClose} aria-label=${title}>
    <form onSubmit=${confirm}>
      <h2>${title}</h2>
      ${children}
      <${Problem} of=${doing.problem} />
      <div class="actions">
        <button type="submit" class=${tone || "primary"} disabled=${doing.busy}>${doing.busy ? "One moment…" : action}</button>
        <button type="button" autofocus=${tone === "danger"} onClick=${() => element.current?.close()}>Cancel</button>
      </div>
    </form>
  </dialog>`;
}
