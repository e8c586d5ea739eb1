import { expect, test } from "vitest";
import { RequestBuildError } from "../request-build-error.ts";
import { checkExplodedNames, listTakenNames } from "./check-exploded-names.ts";

const taken = listTakenNames(
  ["channel", "tags[]", "user_id", "page[size]", "filter[name]", "extra"].map((name) => ({ name })),
);
const check = (name: string, ...written: string[]) => {
  const pairs = written.map((one) => `${encodeURIComponent(one)}=x`);
  return () => checkExplodedNames({ input: name, name }, { any: "x" }, pairs, taken);
};

test("refuses a name that an application may read as another parameter", () => {
  for (const written of [
    "channel",
    "Channel",
    " channel",
    "\uff43hannel",
    "channel[]",
    "channel[x]",
    " channel[x][y]",
    "tags",
    "tags[]",
    "tags[0]",
    "user.id",
    "user id",
    "user[id",
    "user_id\0",
    " user.id\0[x]",
    "page[size]",
  ]) {
    expect(check("extra", written), written).toThrow(RequestBuildError);
  }
});

test("refuses what is a parameter by itself, even below the name of its own", () => {
  for (const written of ["page[size]", "page[size][]", "page[size][0][x]"]) {
    expect(check("page", written), written).toThrow(RequestBuildError);
  }
  expect(check("page", "page[number]")).not.toThrow();
  expect(check("channel[a]", "channel")).toThrow(RequestBuildError);
});

test("lets a parameter write names of its own, and names that nobody has", () => {
  expect(check("extra", "other", "channels", "channel_2", "page[number]", "[channel]")).not.toThrow();
  expect(check("filter", "filter[a]", "filter[a][b]")).not.toThrow();
  expect(check("tags[]", "tags[]", "tags[0]")).not.toThrow();
  expect(check("channel", "channel[x]")).not.toThrow();
});

test("a name of any number of brackets is read once", () => {
  const brackets = "[".repeat(100_000);
  expect(check("extra", `other${brackets}`, `other${brackets}]`)).not.toThrow();
  expect(check("extra", `channel${brackets}]`)).toThrow(RequestBuildError);
});
