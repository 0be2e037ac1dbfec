/** A person gone from everything that is kept: what it would be, the erasure, and a receipt to print. */

import { html, useState } from "./htm-preact.js";
import { Busy, Dialog, Problem, TextField, useAction, useShared } from "./parts.js";
import { counted, dateTime, number, spaced } from "./words.js";

const FIELDS = /** @type {[string, string, string][]} */ ([["name", "Name", "Jane Doe"], ["email", "E-mail address", "jane@example.com"], ["phone", "Phone", "+1 555 0100"], ["user_id", "User ID", ""], ["conversation_id", "Conversation", ""], ["thread", "Thread", ""]]);

export function Page() {
  const { api } = useShared();
  const [subject, setSubject] = useState(/** @type {Record<string, string>} */ ({}));
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const looking = useAction();
  const [receipt, setReceipt] = useState(/** @type {any} */ (null));
  const told = Object.fromEntries(Object.entries(subject).filter(([, value]) => value.trim()));
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => {
    setSubject({ ...subject, [name]: value });
    looking.clear();
    setReceipt(null);
  };
  const look = (/** @type {Event} */ event) => {
    event.preventDefault();
    setReceipt(null);
    looking.run(() => walk(api, told, true));
  };
  const erase = async () => {
    if (typed.trim().toLowerCase() !== "erase") throw new Error("Type “erase” to confirm.");
    setReceipt(await walk(api, told, false));
    looking.clear();
  };
  const open = () => {
    setTyped("");
    setAsking(true);
  };
  const expected = looking.value;
  return html`<h1>Erasure</h1>
    <p>Finds somebody in memories, evidence, cases and all else that is kept, and removes or masks it. First see what that would be.</p>
    <form onSubmit=${look}>
      <div class="columns-2">${FIELDS.map(([name, label, placeholder]) => html`<${TextField} key=${name} label=${label} value=${subject[name] ?? ""} onChange=${set(name)} placeholder=${placeholder} />`)}</div>
      <button class="primary" disabled=${looking.busy || !Object.keys(told).length}>Find this person</button>
    </form>
    <${Problem} of=${looking.problem} /><${Busy} busy=${looking.busy}>Looking through everything…<//>
    ${expected && html`<section><h2>What would go</h2><${Counted} receipt=${expected} />
      ${expected.proof.found > 0 && told.name && html`<p class="dim">A name is found wherever its words stand, also where they do not mean this person.</p>`}
      ${expected.proof.found > 0 && html`<div class="actions"><button class="danger" onClick=${open}>Erase for good…</button></div>`}</section>`}
    ${receipt && html`<${Receipt} receipt=${receipt} />`}
    ${asking && html`<${Dialog} title="Erase this person for good?" action="Erase" tone="danger" onClose=${() => setAsking(false)} onConfirm=${erase}>
      <p>${Object.values(told).join(", ")}: what was found is removed or masked. It cannot be undone; backups keep what they have.</p>
      <${TextField} label="Type “erase” to confirm" value=${typed} onChange=${setTyped} required=${true} />
    <//>`}`;
}

/**
 * All pages of an erasure: the last answer counts the whole.
 *
 * @param {import("./api.js").Api} api
 * @param {Record<string, string>} subject
 * @param {boolean} dryRun
 */
async function walk(api, subject, dryRun) {
  let cursor = "";
  for (;;) {
    const { body } = await api.change("POST", "erasures", { subject, dry_run: dryRun, ...(cursor && { cursor }) });
    if (!body.next_cursor) return body;
    cursor = body.next_cursor;
  }
}

/** @param {{ receipt: any }} props */
function Counted({ receipt }) {
  const { removed, masked, proof } = receipt;
  const kinds = Object.keys(removed).filter((kind) => removed[kind] || masked[kind]);
  const hold = proof.found === 1 ? "holds" : "hold";
  const rest = proof.found
    ? `${counted(proof.found, "record")} of ${number(proof.asked)} ${receipt.dry_run ? hold : `still ${hold}`} this person.`
    : `None of ${counted(proof.asked, "record")} holds this person${receipt.dry_run ? "" : " any longer"}.`;
  return html`<p role="status">${rest}</p>
    ${kinds.length > 0 && html`<table><thead><tr><th>Kind</th><th>Removed</th><th>Masked</th></tr></thead>
      <tbody>${kinds.map((kind) => html`<tr key=${kind}><td>${spaced(kind)}</td><td>${number(removed[kind])}</td><td>${number(masked[kind])}</td></tr>`)}</tbody></table>`}`;
}

/** @param {{ receipt: any }} props */
const Receipt = ({ receipt }) => html`<section><h2>Receipt ${receipt.id}</h2>
  <dl class="details"><div><dt>done</dt><dd>${dateTime(receipt.at)}</dd></div><div><dt>person</dt><dd><code>${receipt.subject}</code> <small>a pseudonym, so that the receipt can be kept</small></dd></div></dl>
  <${Counted} receipt=${receipt} />
  ${receipt.proof.found > 0 && html`<p class="warning">Some were written meanwhile. Run it again.</p>`}
  <p class="dim">Not looked at:</p><ul class="dim">${receipt.proof.unreached.map((/** @type {string} */ each) => html`<li key=${each}>${each}</li>`)}</ul>
  <div class="actions"><button onClick=${() => print()}>Print the receipt</button></div></section>`;
