/** Makes PNGs smaller: pages have few colours, and with at most 256 a picture has a third of the bytes. */

import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The picture as a PNG of at most 256 colours; the browser decodes the original. */
export async function png(browser, picture) {
  const page = await browser.newPage();
  const { width, height, colours, pixels } = await page.evaluate(reduced, picture.toString("base64"));
  await page.close();
  const indices = Buffer.from(pixels, "base64");
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) indices.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8); // eight bits a pixel, each an entry of the palette
  const palette = Buffer.from(colours.flat());
  return Buffer.concat([
    SIGNATURE, chunk("IHDR", head), chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name, data) {
  const content = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** Runs in the browser: keeps the 256 most frequent colours, and replaces each other one by the nearest of them. */
async function reduced(base64) {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))]));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const seen = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map();
  for (const each of seen) counts.set(each, (counts.get(each) ?? 0) + 1);
  const parts = (each) => [each & 255, (each >> 8) & 255, (each >> 16) & 255];
  const colours = [...counts].sort((one, other) => other[1] - one[1]).slice(0, 256).map(([each]) => parts(each));
  const nearest = new Map([...counts.keys()].map((each) => {
    const away = colours.map((colour) => parts(each).reduce((sum, part, index) => sum + (part - colour[index]) ** 2, 0));
    return [each, away.indexOf(Math.min(...away))];
  }));
  let pixels = "";
  for (const each of seen) pixels += String.fromCharCode(nearest.get(each));
  return { width, height, colours, pixels: btoa(pixels) };
}
