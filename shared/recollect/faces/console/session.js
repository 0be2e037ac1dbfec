/**
 * Who is looking: a token that is kept until the tab is closed, and what it says of its rights.
 *
 * What is read here only decides what is offered. The API decides what is done.
 */

const KEY = "recollect.token";

/**
 * @typedef {object} Session
 * @property {string | null} token `null` where the API wants none
 * @property {string} subject
 * @property {Set<string> | null} scopes `null` where nothing is known of them, or all are given
 */

/** @returns {string | null} the token that was entered in this tab */
export const keptToken = () => sessionStorage.getItem(KEY);

/** @param {string} token */
export const keepToken = (token) => sessionStorage.setItem(KEY, token);

export const forgetToken = () => sessionStorage.removeItem(KEY);

/**
 * What a token says: a JWT names its scopes; of any other nothing is known.
 *
 * @param {string | null} token
 * @returns {Session}
 */
export function sessionOf(token) {
  const claims = token === null ? null : claimsOf(token);
  const named = claims && typeof claims.scope === "string" ? claims.scope.split(" ") : null;
  const unnamed = token === null ? "everybody on this machine" : "a token";
  return {
    token,
    subject: claims && typeof claims.sub === "string" ? claims.sub : unnamed,
    scopes: named && new Set(named),
  };
}

/**
 * Whether something may be offered. The API has the last word.
 *
 * @param {Session} session
 * @param {string} scope
 */
export const may = (session, scope) => session.scopes === null || session.scopes.has(scope);

/**
 * @param {string} token
 * @returns {Record<string, unknown> | null}
 */
function claimsOf(token) {
  const body = token.split(".")[1];
  if (body === undefined) return null;
  try {
    const bytes = atob(body.replaceAll("-", "+").replaceAll("_", "/"));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
    const claims = JSON.parse(text);
    return typeof claims === "object" ? claims : null;
  } catch {
    return null; // not a JWT: the API knows what it is
  }
}
