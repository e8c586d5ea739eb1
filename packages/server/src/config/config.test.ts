import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, listUnknownSettings, readConfig } from "./config.ts";

const key = Buffer.alloc(32, 7).toString("base64");
const otherKey = Buffer.alloc(32, 8).toString("base64");

describe("readConfig", () => {
  it("uses the documented defaults when the environment is empty", () => {
    expect(readConfig({})).toEqual({
      host: "127.0.0.1",
      port: 4400,
      baseUrl: "http://localhost:4400",
      dataDir: "./.bowline",
      databaseUrl: null,
      databasePool: 10,
      databaseStatementTimeoutMs: 15_000,
      redisUrl: null,
      masterKeys: null,
      rateBurst: 50,
      rateHourly: 100_000,
      rateSearchBurst: 5,
      rateSearchHourly: 5_000,
      rateRegistration: 300,
      passwordCost: 15,
      allowedPrivateNetworks: [],
      trustedProxies: [],
      adminEmail: null,
      adminPassword: null,
      signInIssuer: null,
      sqliteDir: null,
      signInClientId: null,
      signInClientSecret: null,
      console: true,
      consoleDir: join(import.meta.dirname, "../../../console/dist"),
      search: "lexical",
      builtIns: "all",
      applications: null,
      cacheDir: null,
      codeApplications: null,
      oauthClients: null,
      returnUrls: [],
      history: "full",
      historyDays: 30,
      toolTimeoutMs: 30_000,
      toolOutputBytes: 5_242_880,
      bodyBytes: 1_048_576,
      importBytes: 33_554_432,
      workers: 1,
      metrics: false,
      logLevel: "info",
      logFormat: "auto",
    });
  });

  it.each([
    ["BOWLINE_LOG_LEVL", "BOWLINE_LOG_LEVEL"],
    ["bowline_log_level", "BOWLINE_LOG_LEVEL"],
    ["BOWLINE_TOOL_TIMEOUT", "BOWLINE_TOOL_TIMEOUT_MS"],
    ["BOWLINE_PORT", "PORT"],
    ["BOWLINE_DATABASE_URL", "DATABASE_URL"],
    ["BOWLINE_API_KYE", "BOWLINE_API_KEY"],
  ])("refuses %s and suggests %s", (variable, meant) => {
    const read = () => readConfig({ [variable]: "secret-value" });
    expect(read).toThrow(`${variable} is not a setting. Did you mean ${meant}?`);
    expect(read).not.toThrow(/secret-value/);
  });

  it("accepts other variables with its prefix, and can list them", () => {
    const clients = { BOWLINE_URL: "http://x", BOWLINE_API_KEY: "bwl_x", BOWLINE_PROFILE: "x" };
    const env = { ...clients, BOWLINE_WEATHER: "x", OTHER: "x" };
    expect(readConfig(env).port).toBe(4400);
    expect(listUnknownSettings(env)).toEqual(["BOWLINE_WEATHER"]);
  });

  it("wants both variables of a pair", () => {
    const password = "a-canary-of-a-password";
    expect(() => readConfig({ BOWLINE_ADMIN_PASSWORD: password })).toThrow(
      "BOWLINE_ADMIN_PASSWORD is set, but BOWLINE_ADMIN_EMAIL is not. Set both, or neither.",
    );
    expect(() => readConfig({ BOWLINE_SIGN_IN_CLIENT_SECRET: password })).not.toThrow(password);
    expect(() => readConfig({ BOWLINE_SIGN_IN_ISSUER: "https://a.example" })).toThrow("_CLIENT_ID is not");
    expect(() => readConfig({ BOWLINE_ADMIN_EMAIL: "a@b.example", BOWLINE_ADMIN_PASSWORD: "short" })).toThrow(
      "BOWLINE_ADMIN_PASSWORD: must have at least 12 characters",
    );
  });

  it("treats an empty variable as not set", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: " " }).port).toBe(4400);
  });

  it("builds the base URL from the port and removes a trailing slash", () => {
    expect(readConfig({ PORT: "81" }).baseUrl).toBe("http://localhost:81");
    expect(readConfig({ BOWLINE_BASE_URL: "https://tools.example/gate/" }).baseUrl).toBe(
      "https://tools.example/gate",
    );
  });

  it("reads several master keys and networks", () => {
    const config = readConfig({
      BOWLINE_MASTER_KEY: `${key}, ${otherKey}`,
      BOWLINE_ALLOWED_PRIVATE_NETWORKS: "10.0.0.0/8, fd00::/8",
    });
    expect(config.masterKeys?.current.key.export().toString("base64")).toBe(key);
    expect(config.masterKeys?.byId.size).toBe(2);
    expect(config.allowedPrivateNetworks).toEqual(["10.0.0.0/8", "fd00::/8"]);
  });

  it.each(["10/8", "10.0/16", "010.0.0.0/8", "0x0a.0.0.0/8"])(
    "refuses %s, which would be read as another network",
    (network) => {
      const read = () => readConfig({ BOWLINE_TRUSTED_PROXIES: network });
      expect(read).toThrow(`BOWLINE_TRUSTED_PROXIES: ${network} is not a CIDR range such as 10.0.0.0/8`);
    },
  );

  it.each(["?", "#", "/bowline/#", "/bowline?"])("refuses addresses that end with %s", (end) => {
    const address = `https://tools.example${end}`;
    expect(() => readConfig({ BOWLINE_BASE_URL: address })).toThrow("without query, fragment and user name");
    expect(() => readConfig({ BOWLINE_RETURN_URLS: address })).toThrow("query, fragment and *");
  });

  it("lists every problem at once and repeats no value", () => {
    const read = () =>
      readConfig({
        PORT: "70000",
        DATABASE_URL: "mysql://root:hunter2@db",
        BOWLINE_MASTER_KEY: "c2hvcnQ=",
        BOWLINE_HISTORY: "some",
        BOWLINE_BASE_URL: "tools.example",
        BOWLINE_ALLOWED_PRIVATE_NETWORKS: "10.0.0.0/33",
      });
    const named = refusalOf(read).problems.map((problem) => problem.split(":")[0]);
    expect(named).toEqual([
      "PORT",
      "BOWLINE_BASE_URL",
      "DATABASE_URL",
      "BOWLINE_MASTER_KEY",
      "BOWLINE_ALLOWED_PRIVATE_NETWORKS",
      "BOWLINE_HISTORY",
    ]);
    expect(read).not.toThrow(/hunter2|c2hvcnQ/);
  });

  it.each(["hun@ter2/x", "hun/ter2", "hun?ter2", "hun#ter2", "12/ter2", "12?ter2", "12#ter2"])(
    "refuses an address whose password is not escaped, without repeating it: %s",
    (password) => {
      for (const [variable, scheme] of [
        ["DATABASE_URL", "postgres"],
        ["REDIS_URL", "rediss"],
      ]) {
        const read = () => readConfig({ [`${variable}`]: `${scheme}://bowline:${password}@db:5432/bowline` });
        expect(read).toThrow(`${variable}: cannot be read as an address. In its user name and password`);
        expect(read).not.toThrow(/ter2|hun/);
      }
    },
  );

  it("refuses a database of Redis that is not a number", () => {
    expect(() => readConfig({ REDIS_URL: "redis://cache:6379/bowline" })).toThrow(
      "REDIS_URL: has a path that is not the number of a database",
    );
    for (const redisUrl of ["redis://cache", "redis://cache:6379/", "rediss://:pw@cache:6379/12?family=6"]) {
      expect(readConfig({ REDIS_URL: redisUrl })).toMatchObject({ redisUrl });
    }
  });

  it.each([
    "postgres://bowline:c%40n%2Fary@db:5432/bowline?sslmode=verify-full",
    "postgres://bowline:c@nary@db/bowline",
    "postgresql://bowline@/bowline?host=/run/postgresql",
    "postgres:///bowline?host=/run/postgresql&user=some@one",
  ])("takes an address whose password is escaped, or whose host is a socket: %s", (databaseUrl) => {
    expect(readConfig({ DATABASE_URL: databaseUrl, BOWLINE_MASTER_KEY: key })).toMatchObject({ databaseUrl });
  });

  it("says in plain words what a choice takes", () => {
    const variables = ["SEARCH", "CONSOLE", "HISTORY", "METRICS", "LOG_LEVEL", "LOG_FORMAT"];
    const wrong = Object.fromEntries(variables.map((name) => [`BOWLINE_${name}`, "wrong"]));
    const { problems } = refusalOf(() => readConfig(wrong));
    expect(problems).toHaveLength(variables.length);
    for (const problem of problems) {
      expect(problem).toMatch(/^BOWLINE_\w+: must be [\w ,]+$/);
    }
  });

  it("requires a master key with DATABASE_URL", () => {
    expect(() => readConfig({ DATABASE_URL: "postgres://db/bowline" })).toThrow(
      /BOWLINE_MASTER_KEY is required with DATABASE_URL/,
    );
    const config = readConfig({ DATABASE_URL: "postgres://db/bowline", BOWLINE_MASTER_KEY: key });
    expect(config.masterKeys?.byId.size).toBe(1);
  });
});

function refusalOf(read: () => unknown): ConfigError {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) {
      return error;
    }
    throw error;
  }
  throw new Error("The settings were taken.");
}
