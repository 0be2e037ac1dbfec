/** How far down a page was read is kept with its place in the history: the way back and a reload lead there. */

import { useEffect } from "./htm-preact.js";

/** Milliseconds after the last movement before it is kept. */
const PAUSE = 100;
/** Milliseconds that a page is given to become as long as it was. */
const TIMEOUT = 10_000;
/** What somebody does who wants to be elsewhere than where this page was left. */
const MOVES = ["wheel", "touchmove", "keydown", "pointerdown"];

/**
 * @param {{ isJump: boolean }} here
 * @param {{ current: HTMLElement | null }} main what grows while it loads
 */
export function useScrolling(here, main) {
  useEffect(() => {
    history.scrollRestoration = "manual"; // the browser would try before there is anything to see
    // What is new in the history begins at its top, and what only a filter changed stays.
    const left = history.state?.down ?? (here.isJump ? 0 : undefined);
    const stop = left === undefined || main.current === null ? () => {} : returnTo(left, main.current);
    const place = location.href;
    let timer = 0;
    const note = () => {
      clearTimeout(timer);
      // Whoever goes back is there before this page is gone, whose place is not that one's.
      timer = setTimeout(() => location.href === place && history.replaceState({ down: scrollY }, ""), PAUSE);
    };
    addEventListener("scroll", note);
    return () => {
      stop();
      clearTimeout(timer);
      removeEventListener("scroll", note);
    };
  }, [here]);
}

/**
 * Go down as far as was left, as soon as there is that much; whoever moves meanwhile is left alone.
 *
 * @param {number} down pixels
 * @param {HTMLElement} main
 * @returns {() => void} gives it up
 */
function returnTo(down, main) {
  const stop = () => {
    grown.disconnect();
    clearTimeout(timer);
    for (const each of MOVES) removeEventListener(each, stop);
  };
  const go = () => {
    scrollTo(0, down);
    if (Math.abs(scrollY - down) < 1) stop();
  };
  const grown = new ResizeObserver(go);
  const timer = setTimeout(stop, TIMEOUT);
  for (const each of MOVES) addEventListener(each, stop);
  grown.observe(main); // calls at once, too
  return stop;
}
