/** Numbers, times and names as people read them. */

const DAY = 24 * 60 * 60 * 1000;
const LONG = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
const SHORT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const NUMBER = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });
const SHARE = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** With its zone, that of who reads it. @param {string | number | Date | null | undefined} time */
export const dateTime = (time) => formatted(LONG, time);
/** @param {string | number | Date | null | undefined} time */
export const day = (time) => formatted(SHORT, time);
/** @param {number} value */
export const number = (value) => NUMBER.format(value);
/** As the API says it, so that one below the other compares. @param {number} value 0…1 */
export const share = (value) => SHARE.format(value);
/** @param {number} share 0…1 */
export const percent = (share) => `${Math.round(share * 100)} %`;
/** A difference of two shares. @param {number} share −1…1 */
export const points = (share) => `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(Math.round(share * 100))} points`;
/** @param {string} name `needs_validation` @returns {string} "needs validation" */
export const spaced = (name) => name.replaceAll("_", " ").replace(/\b(id|ip|sla|vip)\b/g, (each) => each.toUpperCase());

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/**
 * How a memory turned out, as far as anybody knows: it is stored as a success where its writer says
 * nothing, and a success is known by more votes and runs that cited it which speak for it than
 * against it, as far as they are believed.
 *
 * @param {{ outcome: string, votes: { upvotes: number, downvotes: number, success_rate: number, judged?: number, believed?: { upvotes: number, downvotes: number, successes: number, failures: number } } }} about @returns {string}
 */
export function knownOutcome({ outcome, votes: { upvotes, downvotes, success_rate, judged = 0, believed } }) {
  const well = Math.round(success_rate * judged);
  const counts = believed ?? { upvotes, downvotes, successes: well, failures: judged - well };
  return outcome !== "success" || counts.upvotes + counts.successes > counts.downvotes + counts.failures ? outcome : "unknown";
}

/** @param {string} iso @param {number} now milliseconds */
export function ago(iso, now = Date.now()) {
  const days = (now - Date.parse(iso)) / DAY;
  if (Number.isNaN(days)) return "";
  if (days < 0) return days > -1 ? "within a day" : `in ${counted(Math.round(-days), "day")}`;
  if (days < 1 / (24 * 60)) return "just now";
  if (days < 1 / 24) return `${counted(Math.floor(days * 24 * 60), "minute")} ago`;
  if (days < 1) return `${counted(Math.round(days * 24), "hour")} ago`;
  return days < 60 ? `${counted(Math.round(days), "day")} ago` : `on ${day(iso)}`;
}

/** The first line of a text, cut after a word where it is long. @param {string} text @param {number} most characters */
export function shortened(text, most) {
  const line = text.trim().split("\n", 1)[0] ?? "";
  if (line.length <= most) return line === text.trim() ? text : `${line} …`;
  return `${line.slice(0, most).replace(/\s+\S*$/, "")} …`;
}

/** Any value as text, objects as JSON to be read. @param {unknown} value */
export const asText = (value) =>
  typeof value === "string" ? value : JSON.stringify(value, null, 2) ?? "";

/** @param {Intl.DateTimeFormat} format @param {string | number | Date | null | undefined} time */
function formatted(format, time) {
  const date = new Date(time ?? NaN);
  return Number.isNaN(date.getTime()) ? String(time ?? "") : format.format(date);
}
