import { describe, expect, it } from "vitest";
import { findAccountName } from "./find-account-name.ts";

describe("findAccountName", () => {
  it.each([
    [{ id: 7, login: "octo", email: "o@shop.test", name: "Octo" }, "octo"],
    [{ name: "Octo", email: "o@shop.test" }, "o@shop.test"],
    [{ user_name: "octo", displayName: "Octo" }, "octo"],
    [{ data: { id: "1", attributes: { full_name: "Octo Pus" } } }, "Octo Pus"],
    [{ account: { email: "o@shop.test" }, links: {} }, "o@shop.test"],
    [{ ok: true, user: "octo", team: "Sea" }, "octo"],
    [{ email: "", login: null, name: "Octo" }, "Octo"],
  ])("finds %j as %s", (output, name) => {
    expect(findAccountName(output)).toBe(name);
  });

  it.each([null, "octo", 7, [], [{ login: "octo" }], {}, { id: 7 }, { other: { login: "octo" } }])(
    "finds nothing in %j",
    (output) => {
      expect(findAccountName(output)).toBeNull();
    },
  );
});
