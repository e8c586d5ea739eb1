import type { LookupAddress } from "node:dns";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openGuardedLookup } from "./guarded-lookup.ts";

const home = [{ address: "192.0.2.1", family: 4 }];

/** A system that never finds names of `hanging`. */
function openLookup(hanging: () => RegExp) {
  const asked: string[] = [];
  const resolveAll = (hostname: string): Promise<LookupAddress[]> => {
    asked.push(hostname);
    return hanging().test(hostname) ? new Promise(() => {}) : Promise.resolve(home);
  };
  const lookup = openGuardedLookup(() => true, { maxWaitMs: 300, resolveAll });
  const find = promisify<string, object, LookupAddress[]>((hostname, options, done) =>
    lookup(hostname, options, (error, addresses) => done(error, addresses as LookupAddress[])),
  );
  return { asked, find: (hostname: string) => find(hostname, { all: true }) };
}

test("names of one site that are never found leave turns to those of other sites", async () => {
  const { asked, find } = openLookup(() => /hanging/);
  const hanging = Array.from({ length: 50 }, (_, i) => find(`n${i}.hanging.co.uk`));
  const last = expect(hanging.at(-1)).rejects.toMatchObject({ code: "EAI_AGAIN" });
  for (const one of hanging) {
    one.catch(() => undefined);
  }
  expect(await find("api.example.co.uk")).toEqual(home);
  expect(await find("www.example.com")).toEqual(home);
  await last;
  expect(asked.filter((name) => name.includes("hanging"))).toHaveLength(4);
});

test("a name that was found lately is used when its servers do not respond any more", async () => {
  let hanging = /none/;
  const { find } = openLookup(() => hanging);
  expect(await find("api.example.com")).toEqual(home);
  hanging = /./;
  expect(await find("api.example.com")).toEqual(home);
});

test("a name that is gone is gone at once", async () => {
  const answers = [
    Promise.resolve(home),
    Promise.reject(Object.assign(new Error("gone"), { code: "ENOTFOUND" })),
    Promise.reject(Object.assign(new Error("away"), { code: "EAI_AGAIN" })),
  ];
  for (const answer of answers) {
    answer.catch(() => undefined);
  }
  const lookup = openGuardedLookup(() => true, {
    maxWaitMs: 300,
    resolveAll: () => answers.shift() ?? Promise.resolve([]),
  });
  const find = () =>
    new Promise((resolve) =>
      lookup("example.com", { all: true }, (error, addresses) => resolve(error ?? addresses)),
    );
  expect(await find()).toEqual(home);
  expect(await find()).toMatchObject({ code: "ENOTFOUND" });
  expect(await find()).toEqual(home);
});
