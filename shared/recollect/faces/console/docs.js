/** Lets one try each request of `/docs`. What comes back is shown as it came. */

import { keepToken, keptToken } from "./session.js";

const MOST_SHOWN = 100_000;

/** @typedef {{ name: string, in: string, required?: boolean, schema?: any }} Parameter */
/** @typedef {{ method: string, path: string, parameters: Parameter[], example: unknown, guarded: boolean }} Operation */

/** @type {Map<string, Operation>} */
let operations = new Map();

/**
 * An element with what is in it; texts stay texts.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {any} description an OpenAPI document @returns {Map<string, Operation>} */
function read(description) {
  const found = new Map();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, each] of Object.entries(/** @type {Record<string, any>} */ (methods))) {
      found.set(each.operationId, {
        method: method.toUpperCase(),
        path,
        parameters: each.parameters,
        example: each.requestBody?.content?.["application/json"]?.example,
        guarded: each.security.length > 0,
      });
    }
  }
  return found;
}

/** @param {HTMLElement} details */
function offer(details) {
  const operation = operations.get(details.dataset.operation ?? "");
  if (!operation || details.querySelector("form")) return;
  const fields = operation.parameters.filter((each) => each.in !== "header").map((each) => ({
    ...each,
    input: element("input", { type: "text", autocomplete: "off", spellcheck: "false", ...(each.required && { required: "" }) }),
  }));
  const body = operation.example === undefined ? null : element("textarea", { rows: "10", spellcheck: "false" });
  if (body) body.value = JSON.stringify(operation.example, null, 2);
  const result = element("div", { role: "status" });
  const form = element("form", {},
    element("div", { class: "filters" }, ...fields.map(({ name, required, input }) => labelled(required ? name : `${name} (optional)`, input))),
    ...(body ? [labelled("Body", body)] : []),
    element("div", { class: "actions" }, element("button", { class: operation.method === "DELETE" ? "danger" : "primary" }, "Send it")),
    result,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    result.replaceChildren("Sending…");
    const given = (/** @type {string} */ where) => fields.filter((each) => each.in === where && each.input.value);
    const path = given("path").reduce((all, { name, input }) => all.replace(`{${name}}`, encodeURIComponent(input.value)), operation.path);
    const query = new URLSearchParams(given("query").map(({ name, input }) => [name, input.value]));
    result.replaceChildren(...(await send(operation, query.size ? `${path}?${query}` : path, body?.value)));
  });
  details.querySelector("pre")?.replaceWith(form);
  if (!form.isConnected) details.append(form);
}

/**
 * @param {Operation} operation
 * @param {string} path
 * @param {string | undefined} body
 * @returns {Promise<HTMLElement[]>}
 */
async function send(operation, path, body) {
  const token = keptToken();
  const headers = {
    ...(token && operation.guarded && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  const started = performance.now();
  try {
    const response = await fetch(path.slice(1) || "./", { method: operation.method, headers, body });
    const text = await response.text();
    const about = [`${response.status} ${response.statusText}`.trim(), `${Math.round(performance.now() - started)} ms`, response.headers.get("X-Request-Id") ?? ""];
    const degraded = response.headers.get("X-Degraded");
    return [
      element("p", { class: response.ok ? "note" : "problem" }, about.filter(Boolean).join(" · ")),
      ...(degraded ? [element("p", { class: "warning" }, `made without ${degraded}`)] : []),
      element("pre", { tabindex: "0", "aria-label": "Answer" }, pretty(text)),
    ];
  } catch {
    return [element("p", { class: "problem" }, "The API did not answer.")];
  }
}

/** @param {string} text */
function pretty(text) {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // A page, or nothing: as it came.
  }
  return shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}\n… ${shown.length} characters in all` : shown;
}

/** @param {string} name @param {HTMLElement} input */
const labelled = (name, input) => element("label", { class: "field" }, element("span", {}, name), input);

/** The token of this tab, which the console uses, too. */
function askForToken() {
  const input = element("input", { type: "password", autocomplete: "off" });
  input.value = keptToken() ?? "";
  input.addEventListener("change", () => keepToken(input.value.trim().replace(/^bearer\s+/i, "")));
  const hint = element("small", {}, "Kept until this tab is closed. Where the API asks for none, leave it out.");
  const label = labelled("Token", input);
  label.append(hint);
  document.getElementById("caller")?.append(label);
}

/** What an address or a link names is opened, so that it can be seen. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

operations = read(await (await fetch("openapi.json")).json());
askForToken();
for (const details of document.querySelectorAll("details.operation")) {
  const offered = /** @type {HTMLDetailsElement} */ (details);
  offered.addEventListener("toggle", () => offered.open && offer(offered));
  if (offered.open) offer(offered);
}
addEventListener("hashchange", openNamed);
openNamed();
document.documentElement.dataset.ready = "";
