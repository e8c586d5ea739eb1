import { afterAll, expect, it } from "vitest";
import { openTlsAgents } from "./tls-agents.ts";

const agents = openTlsAgents({});
afterAll(() => agents.close());

it("refuses an invalid certificate and quotes nothing of it", () => {
  for (const text of ["words", "-----BEGIN CERTIFICATE-----\nd29yZHM=\n-----END CERTIFICATE-----\n"]) {
    const found = agents.find({ certificate: text, privateKey: "words of a key", passphrase: null });
    expect(found).toEqual({
      refusal:
        "The connection's client certificate cannot be used. Certificate and private key must be PEM texts.",
    });
  }
});
