/** Why something is found: memories, evidence with its graph, and the prompt that agents are given. */

import { html } from "./htm-preact.js";
import { useShared } from "./parts.js";
import { address } from "./routing.js";
import { WhyContext } from "./why-context.js";
import { WhyMemories } from "./why-memories.js";
import { WhyPrompt } from "./why-prompt.js";

const KINDS = /** @type {Record<string, { title: string, scope: string, Page: any }>} */ ({
  memories: { title: "Memories", scope: "memory:read", Page: WhyMemories },
  evidence: { title: "Evidence", scope: "context:read", Page: WhyContext },
  prompt: { title: "Prompt", scope: "context:read", Page: WhyPrompt },
});

/** @param {{ place: import("./routing.js").Place }} props */
export function Page({ place }) {
  const { app, may } = useShared();
  const offered = Object.entries(KINDS).filter(([, kind]) => may(kind.scope));
  const name = place.rest[0] ?? offered[0]?.[0] ?? "";
  const kind = offered.find(([key]) => key === name)?.[1];
  return html`<h1>Why</h1>
    <nav class="tabs" aria-label="What is asked">${offered.map(
      ([key, each]) => html`<a key=${key} href=${address(["why", key], { app, q: place.query.get("q") ?? "" })} aria-current=${key === name ? "page" : undefined}>${each.title}</a>`,
    )}</nav>
    ${kind ? html`<${kind.Page} key=${name} query=${place.query} />` : html`<p class="problem">Your token may not ask this.</p>`}`;
}
