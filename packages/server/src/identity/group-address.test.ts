import { expect, test } from "vitest";
import { groupAddress, groupSite } from "./group-address.ts";

test("addresses of version 4 stand for themselves, however they are written", () => {
  for (const group of [groupAddress, groupSite]) {
    expect(group("192.0.2.7")).toBe("192.0.2.7");
    expect(group("::ffff:192.0.2.7")).toBe("192.0.2.7");
  }
  expect(groupSite("192.0.2.8")).not.toBe(groupSite("192.0.2.7"));
});

test("addresses of version 6 are counted by their network, and share a bound by what one customer may have", () => {
  const [one, other, further] = ["2001:db8:1:2::7", "2001:db8:1:2:3::9", "2001:db8:1:ffff::7"];
  expect(groupAddress(one)).toBe(groupAddress(other));
  expect(groupAddress(one)).not.toBe(groupAddress(further));
  expect(groupSite(one)).toBe(groupSite(further));
  expect(groupSite(one)).not.toBe(groupSite("2001:db8:2:2::7"));
});

test("what is no address stands for itself", () => {
  expect(groupAddress("")).toBe("");
  expect(groupSite("/run/socket")).toBe("/run/socket");
});
