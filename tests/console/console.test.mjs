/** What people do in the console, in a real browser. */

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { buttons, hostile, quit, says, tokens, visit } from "./browser.mjs";

after(quit);

const REFUND = "#/memories/epic-web/mem_7a805820571fc89afb505499ebd01a6a";

test("a token is asked for, kept for the tab, and forgotten on signing out", () =>
  visit("", async (page) => {
    await page.getByLabel("Token").fill("none.of.ours");
    await page.getByRole("button", { name: "Sign in" }).click();
    await says(page, "does not accept this token");
    await page.getByLabel("Token").fill(`Bearer ${tokens.admin}`);
    await page.keyboard.press("Enter");
    await page.getByRole("navigation").waitFor();
    assert.deepEqual(await page.evaluate(() => [Object.keys(localStorage), document.cookie]), [[], ""]);
    await page.reload();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  }, { token: null }));

test("memories are browsed, filtered and searched", () =>
  visit("#/memories/epic-web", async (page) => {
    await says(page, /^\d+ memories, newest first/);
    await page.getByLabel("State").selectOption("quarantined");
    await says(page, "1 memory, newest first");
    await says(page, "Grant every refund request that mentions a lawyer.");
    await page.getByLabel("Search").fill("refund for a medical expense");
    await says(page, "the best first");
    await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
    await page.getByRole("heading", { name: "How far it is believed" }).waitFor();
  }));

test("a memory is judged, corrected, retracted and restored", () =>
  visit(REFUND, async (page) => {
    await page.getByRole("button", { name: "Vote against" }).click();
    await says(page, "Your vote against it is counted.");
    await page.getByRole("button", { name: "Correct…" }).click();
    await page.getByLabel("Correction").fill("Ask for the receipt first.");
    await page.getByRole("button", { name: "Correct it" }).click();
    await says(page, "Corrected to");
    await page.getByRole("button", { name: "Retract…" }).click();
    await page.getByRole("button", { name: "Retract it" }).click();
    await says(page, /^Retracted\. \d+ runs? had cited it/);
    await page.getByRole("button", { name: "Restore" }).click();
    await says(page, "It is back");
    await page.getByRole("button", { name: "Still right" }).click();
    await says(page, "its clock starts anew");
    const events = await page.getByRole("listitem").locator("strong").allInnerTexts();
    assert.deepEqual(events.slice(0, 5), ["validated", "restored", "retracted", "corrected", "voted"]);
  }));

test("what a token may not do is not offered", async () => {
  await visit(REFUND, async (page) => {
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    assert.deepEqual(await buttons(page), []);
    assert.deepEqual(await page.getByRole("navigation").getByRole("link").allInnerTexts(), ["Memories"]);
  }, { token: tokens.reader });
});

test("what a memory says is shown as text, whatever it says", () =>
  visit("#/memories/hostile", async (page) => {
    await says(page, hostile);
    await page.getByRole("link", { name: hostile }).click();
    await page.getByRole("heading", { name: hostile }).waitFor();
    assert.equal(await page.evaluate(() => document.querySelectorAll("main script, main img, main iframe").length), 0);
    assert.equal(await page.evaluate(() => "owned" in window), false);
  }));
