import { expect, test } from "vitest";
import { openSearchPreparation } from "./prepare-search.ts";

/** As the catalog, it reads a private member: to call its method on its own throws. */
class CountingCatalog {
  #prepared = 0;

  async prepareSearch(): Promise<void> {
    this.#prepared++;
  }

  get prepared(): number {
    return this.#prepared;
  }
}

test("the search is prepared ahead, without an error", async () => {
  const catalog = new CountingCatalog();
  const errors: unknown[] = [];
  const preparation = openSearchPreparation(catalog, (error) => errors.push(error));
  preparation.request();
  await expect.poll(() => catalog.prepared + errors.length).toBe(1);
  await preparation.close();
  expect(errors).toEqual([]);
});
