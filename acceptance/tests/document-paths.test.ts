import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ImportResult } from "../support/records.ts";

const admin = theAdmin();
/** The request targets as they were on the wire, oldest first. */
const targets: string[] = [];
let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    targets.push(request.url ?? "");
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server?.close());

const paths = [
  ["/files of a day/{name}", "/files%20of%20a%20day/a%20b"],
  ["/[all]/one|two/{name}", "/%5Ball%5D/one%7Ctwo/a%20b"],
  ["/gr\u00fcn\\gelb/%C3%BC%20/{name}", "/gr%C3%BCn%5Cgelb/%C3%BC%20/a%20b"],
] as const;

test(
  "what may not stand in an address is percent-encoded, and nothing twice",
  proves("import.path-characters"),
  async () => {
    const parameters = [{ in: "path", name: "name", required: true, schema: { type: "string" } }];
    const operations = paths.map(([path], index) => [
      path,
      { get: { operationId: `read_${index}`, parameters, responses: { 200: { description: "OK" } } } },
    ]);
    const { applicationSlug } = await succeed<ImportResult>(
      admin.post("/v1/applications", {
        source: "openapi",
        slug: uniqueName("paths"),
        document: {
          openapi: "3.1.0",
          info: { title: "Paths", version: "1" },
          servers: [{ url: `${origin}/the shop` }],
          paths: Object.fromEntries(operations),
        },
      }),
    );
    for (const [index, [, sent]] of paths.entries()) {
      const tool = `${applicationSlug.replaceAll("-", "_")}_read_${index}`;
      const body = { fields: { name: "a b" } };
      const dryRun = await execute(admin, tool, body, { dryRun: true });
      expect(dryRun.output).toMatchObject({ url: `${origin}/the%20shop${sent}` });
      expect(await execute(admin, tool, body)).toMatchObject({ isSuccess: true });
      expect(targets.at(-1)).toBe(`/the%20shop${sent}`);
    }
  },
);
