import { describe, expect, test } from "vitest";
import { getServiceToken, makeServiceClient } from "../authorization-server/support/token-client.ts";
import { hireActor, nobody } from "../support/actors.ts";
import { createCaller, refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Identity } from "../support/records.ts";

const whoami = "/v1/auth/whoami";
const unsigned = "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.";

describe("a credential", () => {
  test("that is missing is 401", proves("authentication.missing", "errors.status.401"), async () => {
    await refuse(nobody().get(whoami), "UNAUTHORIZED");
    await refuse(createCaller({ "x-api-key": "" }).get(whoami), "UNAUTHORIZED");
  });

  test("that is an invalid key is 401", proves("authentication.invalid-key"), async () => {
    for (const key of ["x", "bwl_", `bwl_${"0".repeat(38)}`, "a".repeat(5000), "bwl_ü".normalize("NFC")]) {
      await refuse(createCaller({ "x-api-key": encodeURI(key) }).get(whoami), "UNAUTHORIZED");
    }
  });

  test("that is a key with a wrong checksum is 401", proves("keys.bad-checksum"), async () => {
    const { apiKey } = await hireActor();
    const last = apiKey.endsWith("0") ? "1" : "0";
    await refuse(createCaller({ "x-api-key": apiKey.slice(0, -1) + last }).get(whoami), "UNAUTHORIZED");
    const first = apiKey[4] === "a" ? "b" : "a";
    const changed = `bwl_${first}${apiKey.slice(5)}`;
    await refuse(createCaller({ "x-api-key": changed }).get(whoami), "UNAUTHORIZED");
  });
});

describe("an Authorization header", () => {
  test(
    "with an invalid Bearer token is 401 even with a valid key",
    proves("authentication.bearer-precedence", "authentication.bearer.invalid"),
    async () => {
      const { apiKey } = await hireActor();
      for (const token of ["x", unsigned, "a.b.c", apiKey]) {
        for (const scheme of ["Bearer", "bearer", "BEARER"]) {
          const authorization = `${scheme} ${token}`;
          await refuse(createCaller({ "x-api-key": apiKey, authorization }).get(whoami), "UNAUTHORIZED");
          await refuse(createCaller({ authorization }).get(whoami), "UNAUTHORIZED");
        }
      }
    },
  );

  test(
    "with a Bearer token is used instead of the key",
    proves("authentication.bearer-precedence"),
    async () => {
      const { apiKey, email } = await hireActor();
      const { access_token: token } = await getServiceToken(await makeServiceClient(["tools:read"]));
      for (const key of [apiKey, "bwl_x"]) {
        const both = createCaller({ "x-api-key": key, authorization: `Bearer ${token}` });
        const identity = await succeed<Identity>(both.get(whoami));
        expect(identity).toMatchObject({ userType: "user", fullName: "Nightly job" });
        expect(identity.email).not.toBe(email);
      }
    },
  );

  test(
    "with an empty Bearer token is 401 even with a valid key",
    proves("authentication.bearer.invalid"),
    async () => {
      const { apiKey } = await hireActor();
      await refuse(
        createCaller({ "x-api-key": apiKey, authorization: "Bearer" }).get(whoami),
        "UNAUTHORIZED",
      );
    },
  );

  test(
    "of another scheme is ignored when there is a key",
    proves("authentication.other-scheme"),
    async () => {
      const { apiKey, accountUserId } = await hireActor();
      expect(accountUserId).toBeGreaterThan(0);
      for (const authorization of ["Basic dXNlcjpwYXNz", "Digest x", "Bearerish x"]) {
        await succeed(createCaller({ "x-api-key": apiKey, authorization }).get(whoami));
      }
    },
  );

  test("of another scheme is 401 without a key", proves("authentication.other-scheme-alone"), async () => {
    const { apiKey } = await hireActor();
    const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString("base64")}`;
    await refuse(createCaller({ authorization }).get(whoami), "UNAUTHORIZED");
  });
});

test("a key in the query or a cookie is not a credential", proves("authentication.missing"), async () => {
  const { apiKey } = await hireActor();
  await refuse(nobody().get(whoami, { "x-api-key": apiKey, apiKey }), "UNAUTHORIZED");
  await refuse(createCaller({ cookie: `x-api-key=${apiKey}` }).get(whoami), "UNAUTHORIZED");
});
