/** Where in the console one is: `#/memories/epic-web/mem_1?state=active`. Links are plain addresses. */

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

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // typed by hand
  }
}
