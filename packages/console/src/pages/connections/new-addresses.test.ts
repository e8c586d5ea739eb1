import { expect, test } from "vitest";
import { listNewAddresses } from "./new-addresses.ts";

test("the new addresses are those that the server's text names for the request", () => {
  const text =
    'Nothing is sent there. Confirm it with {"confirmOrigins": ["https://a.test","http://[::1]:80"]}, or not.';
  expect(listNewAddresses(text)).toEqual(["https://a.test", "http://[::1]:80"]);
  const odd = 'Now at https://a.test/"confirmOrigins": ["https://b.test"].';
  const list = JSON.stringify(['https://a.test/"x"\\', "https://c.test"]);
  expect(listNewAddresses(`${odd} Confirm it with {"confirmOrigins": ${list}}, or not.`)).toEqual(
    JSON.parse(list),
  );
  expect(listNewAddresses("The access was withdrawn at https://a.test.")).toEqual([]);
});
