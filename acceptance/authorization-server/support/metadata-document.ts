import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate } from "../../support/make-certificate.ts";
import { redirectUri } from "./person-flow.ts";

/** A client's own metadata document on https. */
export interface MetadataDocument {
  /** The client's id. */
  url(): string;
  /** File of the authority that the server under test has to trust. */
  caFile: string;
  listen(): Promise<void>;
  close(): void;
}

/** Creates a document of a public client; call `listen` before it is used. */
export function createMetadataDocument(): MetadataDocument {
  const authority = makeCertificate("Test authority");
  const own = makeCertificate("127.0.0.1", authority);
  const folder = mkdtempSync(join(tmpdir(), "bowline-client-"));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, authority.certificate);
  const url = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  const server = createServer({ cert: own.certificate, key: own.privateKey }, (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        client_id: url(),
        client_name: "Editor with a document",
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      }),
    );
  });
  return {
    url,
    caFile,
    listen: () => new Promise((resolve) => server.listen(0, "127.0.0.1", resolve)),
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
