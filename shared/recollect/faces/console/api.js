/**
 * Requests to the API that serves this page. Every refusal is an `ApiProblem`, in plain words.
 */

/** What went wrong, as the API says it (RFC 9457), or its gateway, or the network. */
export class ApiProblem extends Error {
  /**
   * @param {number} status 0 where there was no answer
   * @param {string} said
   * @param {string} requestId
   */
  constructor(status, said, requestId = "") {
    super(said);
    this.status = status;
    this.requestId = requestId;
  }
}

/** Statuses after which the same request may succeed, and milliseconds until it is sent again. */
const PASSING = new Set([0, 502, 503, 504]);
const PAUSE = 500;

/** @typedef {{ body: any, degraded: string[] }} Answer what came, and what had to be done without */

export class Api {
  /**
   * @param {string | null} token
   * @param {(problem: ApiProblem) => void} onUnauthenticated
   */
  constructor(token, onUnauthenticated = () => {}) {
    this.token = token;
    this.onUnauthenticated = onUnauthenticated;
  }

  /**
   * @param {string} path
   * @param {Record<string, string | number | boolean | null | undefined>} query
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  read(path, query = {}, signal) {
    const given = Object.entries(query).filter(([, value]) => value !== "" && value != null);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return this.#send("GET", given.length ? `${path}?${text}` : path, undefined, {}, signal);
  }

  /**
   * A question that is too long for an address.
   *
   * @param {string} path
   * @param {object} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  ask(path, body, signal) {
    return this.#send("POST", path, body, {}, signal);
  }

  /**
   * A change. It has a key of its own, so that it counts once however often it arrives, and is sent a
   * second time where the first met a trouble that passes.
   *
   * @param {"POST" | "PUT" | "DELETE"} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<Answer>}
   */
  async change(method, path, body) {
    const headers = { "Idempotency-Key": newKey() };
    try {
      return await this.#send(method, path, body, headers);
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || !PASSING.has(problem.status)) throw problem;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return this.#send(method, path, body, headers);
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object | undefined} body
   * @param {Record<string, string>} headers
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  async #send(method, path, body, headers, signal) {
    if (this.token !== null) headers.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiProblem(0, "The API did not answer. Is it running, and is the network up?");
    }
    if (response.ok) {
      const degraded = response.headers.get("X-Degraded")?.split(" ") ?? [];
      return { body: await response.json(), degraded };
    }
    const problem = await problemOf(response);
    if (problem.status === 401) this.onUnauthenticated(problem);
    throw problem;
  }
}

/** A path within an app. @param {string} app @param {string[]} parts */
export const inApp = (app, ...parts) =>
  ["apps", app, ...parts].map((each) => encodeURIComponent(each)).join("/");

/** @returns {string} random, also where the page has no secure context and `randomUUID` is missing */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {Response} response
 * @returns {Promise<ApiProblem>}
 */
async function problemOf(response) {
  /** @type {any} */
  let told = {};
  try {
    told = await response.json();
  } catch {
    // A gateway's page, which says less than its status.
  }
  const outage = response.status >= 500 && `The API could not answer (${response.status}). Try again in a moment.`;
  const detail = told.detail ?? (outage || (told.message ?? response.statusText));
  const missing = /scope="([^"]+)"/.exec(response.headers.get("WWW-Authenticate") ?? "")?.[1];
  return new ApiProblem(
    response.status,
    worded(response.status, detail, missing),
    told.requestId ?? response.headers.get("X-Request-Id") ?? "",
  );
}

/**
 * @param {number} status
 * @param {string} detail
 * @param {string | undefined} missing the scope that was
 */
function worded(status, detail, missing) {
  if (status === 401) return "The API does not accept this token: it is wrong, or has expired.";
  if (status === 403 && missing) return `Your token may not do this: it lacks the scope ${missing}.`;
  if (status === 403) return `Your token may not do this: ${detail}`;
  if (status === 429) return "The API is busy. Try again in a moment.";
  return detail;
}
