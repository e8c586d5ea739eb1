import { hash } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import { Agent } from "undici";

/** A client certificate with its key (RFC 8446 §4.4.2). */
export interface ClientCertificate {
  /** PEM, with intermediate certificates. */
  certificate: string;
  /** PEM. */
  privateKey: string;
  passphrase: string | null;
}

/** Connection pools for requests that present a client certificate. */
export interface TlsAgents {
  /** Returns the pool of a certificate, or a refusal when it cannot be used. Certificates share no connections. */
  find(certificate: ClientCertificate): Agent | { refusal: string };
  close(): Promise<void>;
}

/** Beyond these, the least recently used pool is dropped. Its connections close when they become idle. */
const maxAgents = 64;

/** @param options for every pool; the certificate is added to `connect` */
export function openTlsAgents(options: Agent.Options): TlsAgents {
  const agents = new Map<string, Agent>();

  function find(certificate: ClientCertificate): Agent | { refusal: string } {
    const key = digest(certificate);
    const known = agents.get(key);
    if (known !== undefined) {
      agents.delete(key);
      agents.set(key, known);
      return known;
    }
    const secureContext = readCertificate(certificate);
    if ("problem" in secureContext) {
      const { message } = secureContext.problem;
      return { refusal: `The connection's client certificate cannot be used. ${message}` };
    }
    const agent = new Agent({ ...options, connect: { ...options.connect, secureContext } });
    agents.set(key, agent);
    const [oldest] = agents.keys();
    if (agents.size > maxAgents && oldest !== undefined) {
      agents.delete(oldest);
    }
    return agent;
  }

  return {
    find,
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.close()));
    },
  };
}

/** Pools are stored by a digest, so that the private key stays in memory only during a call. */
function digest({ certificate, privateKey, passphrase }: ClientCertificate): string {
  const text = JSON.stringify([certificate, privateKey, passphrase]);
  return hash("sha256", text, "base64");
}

/** Why a client certificate cannot be used. */
export interface CertificateProblem {
  /** The part that is wrong. */
  part: keyof ClientCertificate;
  /** One sentence, without a value. */
  message: string;
}

/** Returns null when the certificate can be used. */
export function findCertificateProblem(certificate: ClientCertificate): CertificateProblem | null {
  const read = readCertificate(certificate);
  return "problem" in read ? read.problem : null;
}

function readCertificate({
  certificate,
  privateKey,
  passphrase,
}: ClientCertificate): SecureContext | { problem: CertificateProblem } {
  try {
    return createSecureContext({
      cert: certificate,
      key: privateKey,
      ...(passphrase !== null && { passphrase }),
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { problem: explain(code, /ENCRYPTED/.test(privateKey)) };
  }
}

/** OpenSSL's own messages may quote the key. */
function explain(code: string, isEncrypted: boolean): CertificateProblem {
  if (/MISMATCH/.test(code)) {
    return { part: "privateKey", message: "The private key does not belong to the certificate." };
  }
  // One wrong passphrase of 256 decrypts the key without an error, to something that is no key.
  if (/DECRYPT|INTERRUPTED|PASSWORD|PASSPHRASE/.test(code) || (isEncrypted && /UNSUPPORTED/.test(code))) {
    return { part: "passphrase", message: "The passphrase of the private key is missing or wrong." };
  }
  return { part: "certificate", message: "Certificate and private key must be PEM texts." };
}
