import { beforeEach, expect, test } from "vitest";
import type { Renewal } from "../connect/tokens/renew-token.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { buildFailure } from "../runtimes/build-failure.ts";
import type { Failure, Outcome } from "../runtimes/outcome.ts";
import type { PreparedCall } from "../runtimes/runtime.ts";
import { withFreshToken } from "./with-fresh-token.ts";

const application = { environments: [{ name: "production", serverUrl: "https://api.example.com" }] };
const connection = {
  connectionId: 7,
  method: { fields: [], placements: [], scopes: ["read", "write"] } as unknown,
  environment: "production",
  toolServers: [] as string[],
  fields: {},
  sealedSecrets: Buffer.from("sealed"),
  sealedOrigins: ["https://api.example.com"],
  status: "active",
  tokenDueDate: null,
  isTokenRenewable: true,
  tokenVersion: 1,
} as ConnectionRow;
const renewed: ConnectionRow = { ...connection, tokenVersion: 2 };

const success: Outcome = {
  isSuccess: true,
  output: 1,
  outputText: null,
  executionInfo: { statusCode: 200, headers: {}, executionTime: 1, dataSize: 1 },
};
const lateRefusal = buildFailure(
  "authorizationExpired",
  "The application refused the connection's credentials.",
);
const refusal: Failure = { ...lateRefusal, nothingDone: "unauthorized" };

let renewal: Renewal;
/** What the application says, call by call. */
let outcomes: Outcome[];
let sent: string[];
let refused: number[];
let askedScopes: (readonly string[])[];
beforeEach(() => {
  renewal = { ok: true, connection: renewed };
  outcomes = [];
  sent = [];
  refused = [];
  askedScopes = [];
});

/** A call with the token of this version. */
const callOf = ({ tokenVersion }: ConnectionRow, url = "https://api.example.com/items") =>
  ({ destination: url, secretTexts: [`token-${tokenVersion}`] }) as unknown as PreparedCall;

const run = (through = connection, call = callOf(through), mayRepeat = false) =>
  withFreshToken(
    {
      clock: () => Date.parse("2026-05-01T12:00:00Z"),
      tokens: {
        renew: async () => renewal,
        noteRefused: (connectionId) => refused.push(connectionId),
        mayHelp: ({ isTokenRenewable }) => isTokenRenewable,
      },
      signInLinks: {
        async find(_connection, scopes = []) {
          askedScopes.push(scopes);
          return "https://example.com/sign-in";
        },
      },
    },
    through,
    call,
    {
      application,
      mayRepeat,
      prepare: async (row) => callOf(row),
      async send({ secretTexts }) {
        sent.push(...secretTexts);
        return outcomes.shift() ?? success;
      },
    },
  );

test("a refused token is renewed, and the call sent again; both tokens are masked in what is kept", async () => {
  outcomes = [refusal, success];
  const result = await run();
  expect(result.outcome).toBe(success);
  expect(sent).toEqual(["token-1", "token-2"]);
  expect(result.secretTexts.toSorted()).toEqual(["token-1", "token-2"]);
  expect(refused).toEqual([]);
});

test("a call that may have acted before it was refused is sent again only where that does no harm", async () => {
  outcomes = [lateRefusal];
  const { outcome } = await run();
  expect(sent).toEqual(["token-1"]);
  expect(outcome).toMatchObject({
    kind: "downstreamRefused",
    message:
      "The token was renewed, but the call was not sent again, since it may have changed something: The application refused the connection's credentials.",
  });
  expect(outcome).not.toHaveProperty("signInUrl");
  // The next one would not be helped by another renewal.
  expect(refused).toEqual([7]);
  outcomes = [lateRefusal];
  expect((await run(connection, callOf(connection), true)).outcome).toBe(success);
  expect(sent).toEqual(["token-1", "token-1", "token-2"]);
});

test("a token that is due is renewed before the call, and both tokens are masked", async () => {
  const due = { ...connection, tokenDueDate: new Date("2026-05-01T12:00:00Z") };
  const result = await run(due);
  expect(sent).toEqual(["token-2"]);
  expect(result.secretTexts.toSorted()).toEqual(["token-1", "token-2"]);
});

test("a new token that is refused is noted, and not renewed a second time", async () => {
  outcomes = [refusal, refusal];
  const { outcome } = await run();
  expect(outcome).toMatchObject({ isSuccess: false, signInUrl: "https://example.com/sign-in" });
  expect(sent).toHaveLength(2);
  expect(refused).toEqual([7]);
});

test("without a newer token the call is not sent again", async () => {
  outcomes = [refusal];
  renewal = { ok: true, connection };
  expect((await run()).outcome).toBe(refusal);
  outcomes = [refusal];
  renewal = { ok: false, kind: "downstreamUnavailable", message: "The provider is down.", isExpired: false };
  expect((await run()).outcome).toBe(refusal);
  expect(sent).toEqual(["token-1", "token-1"]);
});

test("a renewal that is refused ends the call with a link to sign in", async () => {
  outcomes = [refusal];
  renewal = { ok: false, kind: "authorizationExpired", message: "It has ended.", isExpired: true };
  expect((await run()).outcome).toMatchObject({ message: "It has ended.", signInUrl: expect.any(String) });
});

test("nothing is sent through a connection that has ended, or to another address", async () => {
  expect(
    (await run({ ...connection, status: "expired", statusReason: "It has ended." })).outcome,
  ).toMatchObject({ kind: "authorizationExpired", message: "It has ended." });
  const elsewhere = callOf(connection, "https://api.example.com.evil.example/items");
  const moved = await run(connection, elsewhere);
  expect(moved.outcome).toMatchObject({ kind: "originChanged" });
  expect(moved.downstreamMs).toBe(0);
  expect(sent).toEqual([]);
});

test("only scopes that the application's description names are asked for", async () => {
  const challenge = (scope: string): Outcome => ({
    ...buildFailure("missingScope", "A scope is missing."),
    executionInfo: {
      statusCode: 403,
      headers: { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
      executionTime: 1,
      dataSize: 0,
    },
  });
  outcomes = [challenge("write admin")];
  expect((await run()).outcome).toHaveProperty("signInUrl");
  expect(askedScopes).toEqual([["write"]]);
  outcomes = [challenge("admin")];
  expect((await run()).outcome).not.toHaveProperty("signInUrl");
});
