/** What a person can do with a memory. What the token may not do is not offered. */

import { inApp } from "./api.js";
import { html, useState } from "./htm-preact.js";
import { Choice, Dialog, TextField, useAction, useShared, Problem } from "./parts.js";
import { address } from "./routing.js";
import { counted } from "./words.js";

/** @param {{ app: string, memory: any, onDone: (said: string) => void }} props */
export function MemoryActions({ app, memory, onDone }) {
  const { api, may } = useShared();
  const [asking, setAsking] = useState("");
  const doing = useAction();
  const path = inApp(app, "memories", memory.id);
  const isArchived = memory.metadata.state === "archived";
  const close = () => setAsking("");
  const change = (/** @type {any[]} */ [method, part, body], /** @type {string} */ said) =>
    doing.run(async () => {
      await api.change(method, `${path}/${part}`, body);
      onDone(said);
    });
  const judges = may("memory:judge") && !isArchived;
  const validates = may("memory:validate");
  const button = (/** @type {string} */ name, /** @type {() => void} */ act, tone = "") =>
    html`<button key=${name} class=${tone} disabled=${doing.busy} onClick=${act}>${name}</button>`;
  return html`<div class="actions" role="group" aria-label="Actions">
    ${validates && !isArchived && button(memory.metadata.state === "quarantined" ? "Approve" : "Still right", () => change(["POST", "validation"], "Validated: its clock starts anew."), "primary")}
    ${judges && button("Vote for", () => change(["POST", "votes", { vote: "upvote" }], "Your vote for it is counted."))}
    ${judges && button("Vote against", () => change(["POST", "votes", { vote: "downvote" }], "Your vote against it is counted."))}
    ${judges && button("Correct…", () => setAsking("correct"))}
    ${judges && button("Outcome…", () => setAsking("outcome"))}
    ${judges && button("Retract…", () => setAsking("retract"), "danger")}
    ${validates && isArchived && button("Restore", () => change(["POST", "restore"], "It is back, and can be found again."), "primary")}
    ${may("memory:admin") && button("Delete…", () => setAsking("delete"), "danger")}
  </div>
  <${Problem} of=${doing.problem} />
  ${asking === "correct" && html`<${Correct} path=${path} memory=${memory} onClose=${close} onDone=${onDone} />`}
  ${asking === "outcome" && html`<${Outcome} path=${path} memory=${memory} onClose=${close} onDone=${onDone} />`}
  ${asking === "retract" && html`<${Retract} path=${path} onClose=${close} onDone=${onDone} />`}
  ${asking === "delete" && html`<${Delete} app=${app} path=${path} onClose=${close} />`}`;
}

/** @typedef {{ path: string, memory: any, onClose: () => void, onDone: (said: string) => void }} Asked */

/** @param {Asked} props */
function Correct({ path, memory, onClose, onDone }) {
  const { api } = useShared();
  const [text, setText] = useState(memory.metadata.correction ?? "");
  const confirm = async () => {
    await api.change("PUT", `${path}/correction`, { correction: text });
    onDone("Corrected. From now on it says what you wrote.");
  };
  return html`<${Dialog} title="Correct this memory" action="Correct it" onClose=${onClose} onConfirm=${confirm}>
    <p>What should have been decided? It is told in place of the decision.</p>
    <${TextField} label="Correction" rows=${4} value=${text} onChange=${setText} required=${true} maxlength="4000" />
  <//>`;
}

/** @param {Asked} props */
function Outcome({ path, memory, onClose, onDone }) {
  const { api } = useShared();
  const [outcome, setOutcome] = useState(memory.metadata.outcome);
  const confirm = async () => {
    await api.change("PUT", `${path}/outcome`, { outcome });
    onDone(`Its outcome is “${outcome}” now.`);
  };
  return html`<${Dialog} title="How did it turn out?" action="Record it" onClose=${onClose} onConfirm=${confirm}>
    <${Choice} label="Outcome" value=${outcome} onChange=${setOutcome} options=${["success", "corrected", "failed"]} />
  <//>`;
}

/** @param {Omit<Asked, "memory">} props */
function Retract({ path, onClose, onDone }) {
  const { api } = useShared();
  const confirm = async () => {
    const { body } = await api.change("POST", `${path}/retract`);
    const { runs, memories } = body.affected;
    onDone(`Retracted. ${counted(runs.length, "run")} had cited it, and ${counted(memories.length, "memory", "memories")} made of it ${memories.length === 1 ? "is" : "are"} in quarantine.`);
  };
  return html`<${Dialog} title="Retract this memory?" action="Retract it" tone="danger" onClose=${onClose} onConfirm=${confirm}>
    <p>It is no longer found, what it did to others is taken back, and what was made of it waits in quarantine. It can be restored for a time.</p>
  <//>`;
}

/** @param {{ app: string, path: string, onClose: () => void }} props */
function Delete({ app, path, onClose }) {
  const { api } = useShared();
  const confirm = async () => {
    await api.change("DELETE", path);
    location.hash = address(["memories", app]);
  };
  return html`<${Dialog} title="Delete this memory for good?" action="Delete it" tone="danger" onClose=${onClose} onConfirm=${confirm}>
    <p>It and all that is kept of it are erased. This cannot be undone; to take it out of use, retract it.</p>
  <//>`;
}
