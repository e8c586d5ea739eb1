import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hireActor, makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import {
  type ConformanceApplication,
  conformanceTools,
  readToolName,
  startConformanceApplication,
} from "../support/conformance-application.ts";
import { runConformanceSuite } from "../support/conformance-suite.ts";
import { deployment } from "../support/deployment.ts";
import { type KeyProxy, startKeyProxy } from "../support/key-proxy.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ListOf, Tool, Toolset } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

let application: ConformanceApplication;
let proxy: KeyProxy;
let url: string;

beforeAll(async () => {
  application = await startConformanceApplication();
  const slug = uniqueName("conf");
  await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url: application.url }));
  const actor = await hireActor();
  const { authentications } = await succeed<Application>(actor.get(`/v1/applications/${slug}`));
  const { connectionId } = await succeed<Connection>(
    actor.post("/v1/connections", {
      applicationSlug: slug,
      authenticationId: authentications.find(({ type }) => type === "bearer")?.authenticationId,
      fields: { token: plantSecret("conformance") },
    }),
  );
  const { items } = await succeed<ListOf<Tool>>(
    actor.get("/v1/tools", { applicationSlug: slug, top: conformanceTools.length }),
  );
  // The suite's own names: long ones are shortened in slugs.
  const names = items.map((tool) => [tool.slug, { name: readToolName(tool.description) }]);
  const { toolsetId } = await succeed<Toolset>(
    actor.post("/v1/toolsets", {
      name: "Conformance",
      connections: [{ connectionId, applicationSlug: slug, toolSlugs: items.map((tool) => tool.slug) }],
      settings: { schemas: "full", tools: Object.fromEntries(names) },
    }),
  );
  const { apiKey } = await makeKey(actor, { name: "Conformance", toolsetId });
  proxy = await startKeyProxy(deployment().baseUrl, apiKey);
  url = `${proxy.origin}/mcp/${toolsetId}`;
});

afterAll(() => {
  proxy?.close();
  application?.close();
});

/** Each entry of the files says which part of the protocol a server of tools does not have. */
test.each([
  ["the requirements of 2026-07-28", "2026-07-28", ["--requirements", "2026-07-28"]],
  ["the active suite of 2025-11-25", "2025-11-25", ["--suite", "active", "--spec-version", "2025-11-25"]],
  ["the active suite of 2025-06-18", "2025-06-18", ["--suite", "active", "--spec-version", "2025-06-18"]],
])(
  "%s pass or are listed as failing, and no listed one passes",
  // It waits a second for some responses, which a busy machine may need longer for.
  { ...proves("clients.conformance"), retry: 2 },
  async (_, revision, suite) => {
    const expected = join(import.meta.dirname, "..", "fixtures", `mcp-conformance-${revision}.yaml`);
    const { code, log } = await runConformanceSuite([
      "server",
      "--url",
      url,
      ...suite,
      "--expected-failures",
      expected,
    ]);
    expect(code, log.slice(-40000)).toBe(0);
  },
);
