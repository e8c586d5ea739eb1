import { createPrivateKey } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { makeCertificate } from "../support/make-certificate.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection } from "../support/records.ts";

const ca = makeCertificate("Test authority");
const own = makeCertificate("127.0.0.1", ca);
const folder = mkdtempSync(join(tmpdir(), "bowline-tls-"));
const caFile = join(folder, "ca.pem");
writeFileSync(caFile, ca.certificate);

/** Returns the name in the certificate that it gets. `/moved` leads to the other one. */
const openServer = (rejectUnauthorized: boolean): Server =>
  createServer(
    {
      cert: own.certificate,
      key: own.privateKey,
      ca: ca.certificate,
      requestCert: true,
      rejectUnauthorized,
    },
    (request, response) => {
      if (request.url === "/moved") {
        response.writeHead(302, { location: `${addressOf(elsewhere)}/who` }).end();
        return;
      }
      const peer = (request.socket as TLSSocket).getPeerCertificate();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ seen: peer.subject?.CN ?? null }));
    },
  );
/** An API that requires a certificate of the authority. */
const application = openServer(true);
/** Another origin, which asks for a certificate and takes none, too. */
const elsewhere = openServer(false);
const addressOf = (server: Server) => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  for (const server of [application, elsewhere]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }
});
afterAll(() => {
  for (const server of [application, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

describeOwnServer("an API with mutual TLS", () => {
  const server = useOwnServer({ NODE_EXTRA_CA_CERTS: caFile });
  let slug: string;
  let tool: string;

  beforeAll(async () => {
    slug = uniqueName("mtls");
    tool = `${slug.replaceAll("-", "_")}_who`;
    const document = {
      openapi: "3.1.0",
      info: { title: "Guarded", version: "1" },
      servers: [{ url: addressOf(application) }],
      components: { securitySchemes: { client: { type: "mutualTLS" } } },
      security: [{ client: [] }],
      paths: Object.fromEntries(
        ["who", "moved"].map((operationId) => [
          `/${operationId}`,
          { get: { operationId, responses: { "200": { description: "OK" } } } },
        ]),
      ),
    };
    await succeed(server.admin.post("/v1/applications", { source: "openapi", slug, document }));
  });

  const connect = (fields: Record<string, string>) =>
    server.admin.post("/v1/connections", { applicationSlug: slug, fields });
  const call = async (fields: Record<string, string>) => {
    const { connectionId } = await succeed<Connection>(connect(fields));
    return () => execute(server.admin, tool, {}, { connectionId });
  };

  test("has fields for certificate, key and passphrase", proves("import.mutual-tls"), async () => {
    const { authentications } = await succeed<Application>(server.admin.get(`/v1/applications/${slug}`));
    expect(authentications).toMatchObject([{ type: "mutualTLS", name: "Client certificate" }]);
    const fields = authentications[0]?.fields.map(({ fieldName, required, secret }) => [
      fieldName,
      required,
      secret,
    ]);
    expect(fields).toEqual([
      ["certificate", true, true],
      ["privateKey", true, true],
      ["passphrase", false, true],
    ]);
  });

  test("refuses a value that is not PEM text", proves("import.mutual-tls.checked"), async () => {
    const fields = { certificate: "not a certificate", privateKey: "not a key either" };
    const wrong = ["fields.certificate", "fields.privateKey"];
    const refusal = await refuse(connect(fields), "VALIDATION_ERROR", wrong);
    expect(JSON.stringify(refusal)).toMatch(/Must be PEM text/);
    expect(JSON.stringify(refusal)).not.toContain("not a key either");
  });

  test("is called with the connection's own certificate", proves("execute.mutual-tls"), async () => {
    const [one, other] = ["One", "Other"].map((name) => makeCertificate(name, ca));
    const asOne = await call({ certificate: one?.certificate ?? "", privateKey: one?.privateKey ?? "" });
    const passphrase = "a passphrase of the key";
    const locked = createPrivateKey(other?.privateKey ?? "").export({
      type: "pkcs8",
      format: "pem",
      cipher: "aes-256-cbc",
      passphrase,
    });
    const asOther = await call({
      certificate: other?.certificate ?? "",
      privateKey: locked.toString(),
      passphrase,
    });
    for (const [run, seen] of [
      [asOne, "One"],
      [asOther, "Other"],
      [asOne, "One"],
    ] as const) {
      expect(await run()).toMatchObject({ isSuccess: true, output: { seen } });
    }
  });

  test(
    "does not present the certificate where the application redirects",
    proves("execute.mutual-tls.origin"),
    async () => {
      const { certificate, privateKey } = makeCertificate("One", ca);
      const { connectionId } = await succeed<Connection>(connect({ certificate, privateKey }));
      const moved = await execute(server.admin, tool.replace(/who$/, "moved"), {}, { connectionId });
      expect(moved).toMatchObject({ isSuccess: true, output: { seen: null } });
    },
  );

  test(
    "refuses a certificate whose key or passphrase does not belong to it",
    proves("import.mutual-tls.matched"),
    async () => {
      const [one, other] = ["One", "Other"].map((name) => makeCertificate(name, ca));
      const certificate = one?.certificate ?? "";
      const privateKey = one?.privateKey ?? "";
      const foreignKey = other?.privateKey ?? "";
      const refused = await refuse(connect({ certificate, privateKey: foreignKey }), "VALIDATION_ERROR", [
        "fields.privateKey",
      ]);
      expect(JSON.stringify(refused)).toContain("does not belong to the certificate");
      const locked = createPrivateKey(privateKey)
        .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "the right passphrase" })
        .toString();
      for (const passphrase of [undefined, "another passphrase"]) {
        const fields = { certificate, privateKey: locked, ...(passphrase !== undefined && { passphrase }) };
        await refuse(connect(fields), "VALIDATION_ERROR", ["fields.passphrase"]);
      }
      const { connectionId } = await succeed<Connection>(connect({ certificate, privateKey }));
      const path = `/v1/connections/${connectionId}`;
      const changed = { fields: { privateKey: foreignKey } };
      await refuse(server.admin.patch(path, changed), "VALIDATION_ERROR", ["fields.privateKey"]);
      const pair = { certificate: other?.certificate ?? "", privateKey: foreignKey };
      await succeed(server.admin.patch(path, { fields: pair }));
      expect(await execute(server.admin, tool, {}, { connectionId })).toMatchObject({
        output: { seen: "Other" },
      });
      expect(server.server.readLog() + JSON.stringify(refused)).not.toContain(foreignKey.split("\n")[1]);
    },
  );

  test(
    "fails with a certificate that the API does not accept",
    proves("execute.mutual-tls.unusable"),
    async () => {
      const { certificate, privateKey } = makeCertificate("Self-made");
      expect(await (await call({ certificate, privateKey }))()).toMatchObject({ isSuccess: false });
    },
  );
});
