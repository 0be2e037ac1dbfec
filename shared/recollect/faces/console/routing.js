/** Where in the console one is: `#/memories/epic-web/mem_1?state=active`. Links are plain addresses. */

import { useEffect, useState } from "./htm-preact.js";

/** @typedef {{ page: string, rest: string[], query: URLSearchParams }} Place */

/** @returns {Place} */
export function place(hash = location.hash) {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...rest] = path.split("/").map(decoded);
  return { page, rest, query: new URLSearchParams(query) };
}

/**
 * @param {string[]} parts
 * @param {Record<string, string>} query what is empty is left out
 */
export function address(parts, query = {}) {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const path = parts.map((each) => encodeURIComponent(each)).join("/");
  return given.size ? `#/${path}?${given}` : `#/${path}`;
}

/**
 * Go on as if this had been asked for at once: filters that are typed make no history.
 *
 * @param {string} target
 */
export function replace(target) {
  history.replaceState(null, "", target);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** The app that a place is about; "" where it is about none. @param {Place} place */
export const appOf = ({ page, rest, query }) =>
  query.get("app") ?? (page === "overview" || page === "memories" ? rest[0] ?? "" : "");

/** A page as a link leads to it: of the same app, where it is about one. @param {string} page @param {string} app */
export function pageAddress(page, app) {
  if (page === "queue" || page === "why") return address([page], { app });
  return (page === "overview" || page === "memories") && app ? address([page, app]) : address([page]);
}

/**
 * A form whose question is in the address: a reload and the way back ask it again, and a link can
 * lead to it.
 *
 * @param {string[]} path
 * @param {URLSearchParams} query
 * @param {Record<string, string>} blank its fields, as they are where the address says nothing
 * @param {(given: Record<string, string>) => void} ask is called with what the address says
 */
export function useQuestion(path, query, blank, ask) {
  const given = Object.fromEntries(Object.entries(blank).map(([name, value]) => [name, query.get(name) ?? value]));
  const asked = JSON.stringify(given);
  // What was typed is for this address, and forgotten with it.
  const [kept, setKept] = useState({ asked, typed: given });
  const typed = kept.asked === asked ? kept.typed : given;
  useEffect(() => ask(given), [asked]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (JSON.stringify(typed) === asked) ask(given);
    else replace(address(path, typed));
  };
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => setKept({ asked, typed: { ...typed, [name]: value } });
  return { typed, set, submit };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // typed by hand
  }
}
