// What somebody does with a generated client: store twice, find, and be refused.
import { client } from "./recollect/client.gen";
import { findMemories, readMemory, storeMemory } from "./recollect/sdk.gen";
import type { NewMemory, Stage } from "./recollect/types.gen";

const [url = "", app_slug = ""] = process.argv.slice(2);
const stage: Stage = "draft";
const body: NewMemory = { situation: "The oven is cold", decision: "Light it", stage };

async function main(): Promise<void> {
  client.setConfig({ baseUrl: url });
  const stored = await storeMemory({ path: { app_slug }, body });
  const again = await storeMemory({ path: { app_slug }, body });
  const found = await findMemories({ path: { app_slug }, body: { query: "a cold oven" } });
  const missing = await readMemory({ path: { app_slug, memory_id: "mem_0" } });
  console.log(
    JSON.stringify({
      statuses: [stored, again, found, missing].map((each) => each.response?.status),
      ids: [stored.data?.id, again.data?.id, found.data?.results[0]?.memory.id],
      deduplicated: again.data?.deduplicated,
      detail: missing.error?.detail,
    }),
  );
}

void main();
