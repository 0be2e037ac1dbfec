/** Addresses and scrolling in the console, and what its pages show if there is little, much or nothing. */

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { app, hostile, long, quit, says, tokens, url, visit } from "./browser.mjs";

after(quit);

const EPIC = "#/memories/epic-web";
const REFUND = `${EPIC}/mem_7a805820571fc89afb505499ebd01a6a`;
const down = (page) => page.evaluate(() => scrollY);

test("the back button and a reload lead to the same place of a list", () =>
  visit(EPIC, async (page) => {
    await says(page, /^\d+ memories, newest first/);
    await page.evaluate(() => scrollTo(0, 700));
    await page.waitForFunction(() => history.state?.down === 700);
    await page.evaluate(() => [...document.querySelectorAll("main li a")].find((each) => each.getBoundingClientRect().top > 0)?.click());
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    assert.equal(await down(page), 0);
    await page.goBack();
    await page.waitForFunction(() => scrollY === 700);
    await page.reload();
    await page.waitForFunction(() => scrollY === 700);
  }));

test("the address holds the question of a form, so that a reload asks it again", () =>
  visit("#/why/evidence?app=epic-web", async (page) => {
    await page.getByLabel("Question").fill("why are login links late");
    await page.keyboard.press("Enter");
    await says(page, "What caused what");
    await page.reload();
    await says(page, "What caused what");
    await page.getByRole("link", { name: "Prompt" }).click();
    await page.getByLabel("The prompt").waitFor();
    await page.goto(`${url}/console#/case`);
    await page.getByLabel("or company").fill("Altus Community Healthcare");
    await page.keyboard.press("Enter");
    await says(page, "also called");
    await page.reload();
    await says(page, "also called");
  }));

test("links to other pages keep the app, and drop the search", () =>
  visit(EPIC, async (page) => {
    await page.getByLabel("Search").fill("refund ");
    await says(page, "the best first");
    assert.equal(await page.getByLabel("Search").inputValue(), "refund ");
    await page.getByRole("link", { name: "Memories", exact: true }).click();
    await says(page, "newest first");
    assert.equal(await page.getByLabel("Search").inputValue(), "");
    await page.goto(`${url}/console#/memories/total-typescript`);
    await page.getByRole("link", { name: "Answers" }).click();
    await page.getByRole("link", { name: "Queue" }).click();
    assert.equal(await page.getByLabel("App").inputValue(), "total-typescript");
  }));

test("memories are found by their id and by their conversation", () =>
  visit(EPIC, async (page) => {
    await page.getByLabel("Conversation").fill("cnv_1001");
    await says(page, /^1 memory, newest first/);
    await page.getByLabel("Search").fill(REFUND.split("/").at(-1));
    await page.getByRole("heading", { name: "unexpected medical expense" }).waitFor();
    assert.match(await page.title(), /^mem_7a805820571fc89afb505499ebd01a6a · epic-web · Memories/);
  }));

test("a search also shows failed memories, and links to quarantined ones, which it leaves out", () =>
  visit(`${EPIC}?q=the%20video%20player%20stays%20black%20in%20Firefox`, async (page) => {
    const failed = page.getByRole("listitem").filter({ hasText: "It was an outage of the video host" });
    await failed.getByText("failed", { exact: true }).waitFor();
    await page.getByRole("link", { name: "quarantined", exact: true }).click();
    await says(page, "newest first");
    assert.equal(await page.getByLabel("State").inputValue(), "quarantined");
  }));

test("runs without an outcome are not said to have gone well or badly", () =>
  visit(`#/memories/${app}`, async (page) => {
    await page.getByRole("link", { name: hostile }).click();
    await says(page, "cited by 1 run, none of them judged.");
    await page.goto(`${url}/console#/overview/${app}`);
    await says(page, "confidence on average");
    assert.equal(await page.getByText("went well").count(), 0);
  }));

test("a long situation is cut in a list, and shown whole on its own page", () =>
  visit(`#/memories/${app}`, async (page) => {
    const link = page.getByRole("link", { name: long.slice(0, 50) });
    assert.ok((await link.boundingBox()).height < 80);
    await link.click();
    await says(page, long);
    assert.ok((await page.getByRole("heading", { level: 1 }).innerText()).length < 210);
  }));

test("times are shown in the reader's time zone, which they name", () =>
  visit(REFUND, (page) => says(page, /^\d+ \w+ \d{4}, \d\d:\d\d CES?T$/), { timezoneId: "Europe/Berlin" }));

test("a page says whether something does not exist, is not allowed or was not answered", async () => {
  await visit("#/memories/Not a slug", async (page) => {
    const problem = await page.getByRole("alert").innerText();
    assert.equal(problem.split("app_slug").length, 2);
  });
  await visit("#/nowhere", (page) => says(page, "There is no such page."));
  await visit("", (page) => says(page, "It needs at least one of memory:read, context:read"), { token: tokens.caller });
  await visit("", async (page) => {
    for (const name of ["Overview", "Memories", "Queue", "Why"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await says(page, "There are no memories that you may see yet.");
      assert.equal(await page.getByLabel("App").count(), 0);
    }
  }, { token: tokens.newcomer });
  await visit("#/overview", async (page) => {
    await says(page, "What memories bring");
    await page.route("**/queue.js", (route) => route.abort());
    await page.getByRole("link", { name: "Queue" }).click();
    await says(page, "This page did not load.");
    await page.unroute("**/queue.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await says(page, "In quarantine");
    await page.route("**/history", (route) => route.fulfill({ status: 503, json: { message: "Service Unavailable" } }));
    await page.goto(`${url}/console${REFUND}`);
    await says(page, "The API could not answer (503).");
    await page.unroute("**/history");
    await page.getByRole("button", { name: "Try again" }).click();
    await says(page, "What happened");
  });
});

test("the page says that it is loading while the API has not answered", () =>
  visit("", async (page) => {
    await page.getByRole("navigation").waitFor();
    await page.route("**/apps", () => {}); // never answered
    await page.reload({ waitUntil: "commit" });
    await says(page, "Loading…");
  }));

test("a queue of more than fifty memories shows the next ones on request", () =>
  visit("#/queue/unproven?app=many", async (page) => {
    await says(page, "50 memories and more");
    await page.getByRole("button", { name: "Show the next" }).click();
    await says(page, /^1 memory$/);
    assert.equal(await page.getByRole("main").getByRole("listitem").count(), 1);
    assert.equal(await page.getByRole("button", { name: "Show the next" }).count(), 0);
  }));

test("an approval that failed is reported at its memory", () =>
  visit("#/queue/unproven?app=many", async (page) => {
    const last = page.getByRole("listitem").filter({ hasText: "Case 1" }).last();
    await page.route("**/validation", (route) => route.fulfill({ status: 409, json: { detail: "It is being deleted." } }));
    await last.getByRole("button", { name: "Approve" }).click();
    await last.getByText("It is being deleted.").waitFor();
  }));

test("the focus stays on a memory that is approved with the keyboard", () =>
  visit("#/queue/waiting?app=total-typescript", async (page) => {
    await page.getByRole("button", { name: "Approve" }).focus();
    await page.keyboard.press("Enter");
    await says(page, "1 memory settled.");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Approved");
  }));

test("with forced colours, bars and the link to the current page can still be seen", () =>
  visit(REFUND, async (page) => {
    await says(page, "What happened");
    const ground = (selector) => page.evaluate((each) => getComputedStyle(document.querySelector(each)).backgroundColor, selector);
    assert.notEqual(await ground(".bar i"), await ground(".bar"));
    assert.notEqual(await ground("header nav a[aria-current]"), await ground("header nav a:not([aria-current])"));
  }, { forcedColors: "active" }));

test("on a phone words are not broken, and right-to-left texts begin at the right", () =>
  visit("#/answers", async (page) => {
    await page.getByRole("button", { name: "Take an example" }).click();
    await page.getByRole("button", { name: "Check it" }).click();
    const badge = page.getByRole("cell").getByText("contradicted").first();
    assert.ok((await badge.boundingBox()).height < 30);
    await page.getByLabel("Answer", { exact: true }).fill("رفض");
    await page.getByRole("button", { name: "Check it" }).click();
    await says(page, "0 facts");
    const begins = await page.locator(".card.said").evaluate((card) => {
      const words = document.createRange();
      words.selectNodeContents(card);
      return words.getBoundingClientRect().left - card.getBoundingClientRect().left;
    });
    assert.ok(begins > 200);
  }, { viewport: { width: 390, height: 844 } }));
