import { generateKeyPairSync } from "node:crypto";
import { rootCertificates } from "node:tls";
import { afterAll, expect, it } from "vitest";
import { findCertificateProblem, openTlsAgents } from "./tls-agents.ts";

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

it("names the passphrase also when a wrong one decrypts the key to something else", () => {
  const [certificate = ""] = rootCertificates;
  const privateKey = generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "the right one" })
    .toString();
  // One of 256 does.
  const parts = Array.from(
    { length: 600 },
    (_, n) => findCertificateProblem({ certificate, privateKey, passphrase: `wrong ${n}` })?.part,
  );
  expect(new Set(parts)).toEqual(new Set(["passphrase"]));
});
