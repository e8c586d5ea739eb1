import { expect, test } from "vitest";
import { compareSnapshots } from "./compare-snapshots.ts";

const snapshot = (key: string, serverVersion = "0.1.0") => ({ key, serverVersion });

test("a database without a snapshot takes any", () => {
  expect(compareSnapshots(snapshot("a"), [])).toBe("outdated");
});

test("the snapshot that was installed last is current", () => {
  expect(compareSnapshots(snapshot("b"), [snapshot("b"), snapshot("a")])).toBe("current");
});

test("a snapshot that was overtaken does not replace the newer one", () => {
  expect(compareSnapshots(snapshot("a"), [snapshot("b"), snapshot("a")])).toBe("newer");
});

test.each([
  ["0.2.0", "newer"],
  ["0.10.0", "newer"],
  ["1.0.0-beta.1", "newer"],
  ["0.1.0", "outdated"],
  ["0.0.9", "outdated"],
])("a snapshot of 0.1.0 against one of server %s is %s", (version, state) => {
  expect(compareSnapshots(snapshot("new"), [snapshot("a", version)])).toBe(state);
});

test("the parts of a version are compared as numbers", () => {
  expect(compareSnapshots(snapshot("new", "0.9.0"), [snapshot("a", "0.10.0")])).toBe("newer");
  expect(compareSnapshots(snapshot("new", "0.10.0"), [snapshot("a", "0.9.0")])).toBe("outdated");
});
