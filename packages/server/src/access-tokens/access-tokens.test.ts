import { randomBytes } from "node:crypto";
import { importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type SeededCompany, seedCompany } from "../../testing/test-rows.ts";
import { openRows, type Rows } from "../db/rows.ts";
import { buildMasterKeys } from "../master-keys.ts";
import { openVault, type Vault } from "../vault/vault.ts";
import { type AccessTokens, openAccessTokens } from "./access-tokens.ts";
import { openSigningKeys, type SigningKeys } from "./signing-keys.ts";

const issuer = "https://bowline.test";
const resource = `${issuer}/v1`;
const dayMs = 86_400_000;
let db: TestDatabase;
let company: SeededCompany;
let vault: Vault;
let nowMs = Date.UTC(2026, 10, 21);

/** One server of the database. */
interface Server {
  rows: Rows;
  keys: SigningKeys;
  tokens: AccessTokens;
}
let server: Server;

beforeAll(async () => {
  db = await createTestDatabase();
  company = await seedCompany(db.kysely);
  const masterKeys = buildMasterKeys([randomBytes(32)]);
  const wrapped = openVault(masterKeys, async () => Buffer.alloc(0)).createDataKey();
  vault = openVault(masterKeys, async () => wrapped);
  server = openServer();
  await db.kysely
    .insertInto("registered_client")
    .values({ client_id: "agent", name: "Agent", account_user_id: company.accountUserId, metadata: "{}" })
    .execute();
});
afterAll(() => db.drop());

function openServer(): Server {
  const rows = openRows(db.kysely, () => true);
  const clock = () => nowMs;
  const keys = openSigningKeys({ db: db.kysely, rows, vault, clock });
  return { rows, keys, tokens: openAccessTokens(issuer, { keys, rows, clock }) };
}

const fair = { client_id: "agent", scope: "tools:read tools:execute" };

/** Signs a token with the server's key, except for what is given. */
async function sign(
  claims: JWTPayload = fair,
  options: { typ?: string; iss?: string; aud?: string; seconds?: number; place?: number } = {},
): Promise<string> {
  const key = (await server.keys.load())[options.place ?? 0];
  if (key === undefined) {
    throw new Error("There is no such key.");
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: key.privateJwk.kid, typ: options.typ ?? "at+jwt" })
    .setIssuer(options.iss ?? issuer)
    .setAudience(options.aud ?? resource)
    .setExpirationTime(Math.floor(nowMs / 1000) + (options.seconds ?? 600))
    .sign(await importJWK(key.privateJwk));
}

test("a token is its client's member, with the token's scopes", async () => {
  const token = await sign();
  const caller = await server.tokens.findCaller(token, resource);
  expect(caller).toMatchObject({
    accountUserId: company.accountUserId,
    credential: {
      kind: "bearer",
      tokenSubject: "client:agent",
      narrowing: { scopes: ["tools:read", "tools:execute"] },
    },
  });
  expect(await server.tokens.findCaller(token, resource)).toBe(caller);
});

test("a token for another resource, of another issuer, another type or without a signature is nobody", async () => {
  const unsigned = new UnsecuredJWT(fair).setIssuer(issuer).setAudience(resource).setExpirationTime("1h");
  const tokens = [
    "",
    "x",
    "a.b.c",
    unsigned.encode(),
    await sign(fair, { aud: `${issuer}/mcp` }),
    await sign(fair, { iss: "https://other.test" }),
    await sign(fair, { typ: "JWT" }),
    await sign(fair, { seconds: -1 }),
    await sign({ ...fair, client_id: "nobody" }),
    await sign({ scope: "admin" }),
    `${await sign()}x`,
  ];
  for (const token of tokens) {
    expect(await server.tokens.findCaller(token, resource), token).toBeNull();
  }
  const mixed = await sign();
  expect(await server.tokens.findCaller(mixed, resource)).not.toBeNull();
  expect(await server.tokens.findCaller(mixed, `${issuer}/mcp`)).toBeNull();
});

test("a token ends on time, also when it is remembered", async () => {
  const token = await sign(fair, { seconds: 60 });
  expect(await server.tokens.findCaller(token, resource)).not.toBeNull();
  nowMs += 61_000;
  expect(await server.tokens.findCaller(token, resource)).toBeNull();
});

test("keys rotate at 30 days; old tokens are good until their key is deleted, on every server", async () => {
  const other = openServer();
  const token = await sign(fair, { seconds: 10 * 86_400 });
  expect(await other.tokens.findCaller(token, resource)).not.toBeNull();
  expect(await server.keys.rotate(nowMs)).toBe(false);

  nowMs += 30 * dayMs;
  const before = await sign(fair, { seconds: 10 * 86_400 });
  expect(await server.keys.rotate(nowMs)).toBe(true);
  expect(await server.keys.load()).toHaveLength(2);
  // The other server has not heard of the new key.
  expect(await other.tokens.findCaller(await sign(), resource)).not.toBeNull();
  expect(await other.tokens.findCaller(before, resource)).not.toBeNull();

  nowMs += dayMs + 1;
  expect(await server.keys.rotate(nowMs)).toBe(false);
  expect(await server.keys.load()).toHaveLength(1);
  for (const one of [server, other]) {
    one.rows.apply({ topic: "signingKeys", key: "" });
    expect(await one.tokens.findCaller(before, resource)).toBeNull();
  }
});

test("the private key is sealed", async () => {
  const [key] = await server.keys.load();
  const stored = await db.kysely.selectFrom("signing_key").select("sealed_key").execute();
  expect(stored.some((row) => row.sealed_key.includes(key?.privateJwk.d ?? "?"))).toBe(false);
});

test("servers that start at once have one key", async () => {
  await db.kysely.deleteFrom("signing_key").execute();
  const servers = [openServer(), openServer(), openServer()];
  const loaded = await Promise.all(servers.map(({ keys }) => keys.load()));
  const kids = loaded.map((keys) => keys.map(({ privateJwk }) => privateJwk.kid).join());
  expect(new Set(kids).size).toBe(1);
  expect(loaded[0]).toHaveLength(1);
});
