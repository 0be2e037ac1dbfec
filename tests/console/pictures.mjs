/** Takes a picture of each page into the folder that the first argument names. */

import { writeFile } from "node:fs/promises";

import { browser, quit, says, url, visit } from "./browser.mjs";
import { png } from "./png.mjs";

const folder = process.argv[2];
const MEMORY = "mem_7a805820571fc89afb505499ebd01a6a";

const press = (page, name) => page.getByRole("button", { name }).click();

/** Name, place, a text to wait for, what to do before that, and a text to scroll to. */
const PICTURES = [
  ["overview", "#/overview", "What memories bring"],
  ["memories", "#/memories/epic-web", "memories, newest first"],
  ["memory", `#/memories/epic-web/${MEMORY}`, "run_5001"],
  ["queue", "#/queue?app=epic-web", "3 memories"],
  ["why", "#/why/memories?app=epic-web&q=refund%20for%20a%20medical%20expense", "Left out"],
  ["evidence", "#/why/evidence?q=why%20are%20login%20links%20late", "What caused what", null, "10 items"],
  ["case", "#/case/SCS0001234", "Packet loss at Altus"],
  ["answers", "#/answers", "It does not hold", async (page) => {
    await press(page, "Take an example");
    await press(page, "Check it");
  }, "Take an example"],
  ["erasure", "#/erasure", "What would go", async (page) => {
    await page.getByLabel("Name").fill("Nora Lind");
    await press(page, "Find this person");
  }],
];

await judge();
for (const [name, place, text, act, seen] of PICTURES) {
  const options = { viewport: { width: 980, height: 720 }, colorScheme: name === "evidence" ? "dark" : "light" };
  await visit(place, async (page) => {
    await act?.(page);
    await says(page.getByRole("main"), text);
    if (seen) await page.getByText(seen).first().evaluate((each) => each.scrollIntoView());
    await writeFile(`${folder}/console-${name}.png`, await png(browser, await page.screenshot()));
  }, { token: null, ...options });
}
await quit();

/** Give the memory in the picture citations with outcomes, and a vote. */
async function judge() {
  const ask = (method, path, body) => fetch(`${url}/apps/epic-web/${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  for (const [run, outcome] of [["run_5000", "failure"], ["run_5001", "success"], ["run_5002", "success"]]) {
    await ask("POST", "citations", { run_id: run, memory_ids: [MEMORY] });
    await ask("PUT", `citations/${run}/outcome`, { outcome });
  }
  await ask("POST", `memories/${MEMORY}/votes`, { vote: "downvote", voter_id: "ann" });
}
