/** A Chromium without a window, and the steps that tests of the console share. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(new URL("../npm/package.json", import.meta.url));
const { default: packed } = await import(require.resolve("@sparticuz/chromium"));
const { chromium } = require("playwright-core");

export const AXE = require.resolve("axe-core/axe.min.js");

/** The platform's URL, a token for each kind of user, and an app with the texts of its memories. */
export const { url, tokens, app, hostile, long } = JSON.parse(process.env.CONSOLE_TEST ?? "{}");

const LIMIT = 15_000;
export const browser = await chromium.launch({
  // The Chromium that npm installs is for Linux on x64.
  executablePath: process.env.CHROMIUM ?? (await packed.executablePath()),
  // Containers have neither a user namespace nor a graphics card.
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});

export const quit = () => browser.close();

/**
 * Open a place of the console, act there, and return what `act` returns. Fails if the page has an
 * error, breaks its content security policy, or sends a request to another host.
 */
export async function visit(place, act, { token = tokens?.admin, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(LIMIT);
  if (token) {
    await context.addInitScript((kept) => sessionStorage.setItem("recollect.token", kept), token);
  }
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.stack));
  page.on("console", (message) => /Content Security|TrustedHTML/.test(message.text()) && wrong.push(message.text()));
  page.on("request", (request) => request.url().startsWith(url) || wrong.push(`asked ${request.url()}`));
  try {
    await page.goto(`${url}/console${place}`);
    const returned = await act(page);
    assert.deepEqual(wrong, []);
    return returned;
  } catch (error) {
    throw new Error(`${page.url()} says:\n${await page.locator("body").innerText()}`, { cause: error });
  } finally {
    await context.close();
  }
}

/** Wait until the page shows a text. */
export const says = (page, text) => page.getByText(text).first().waitFor();
/** The texts of the buttons in the page's main part. */
export const buttons = (page) => page.getByRole("main").getByRole("button").allInnerTexts();
