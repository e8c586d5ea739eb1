import { createHash } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import { Agent } from "undici";

/** What a client shows who it is by (RFC 8446 §4.4.2). */
export interface ClientCertificate {
  /** PEM, with intermediate certificates. */
  certificate: string;
  /** PEM. */
  privateKey: string;
  passphrase: string | null;
}

/** Connection pools for requests that present a client certificate. */
export interface TlsAgents {
  /** The pool of a certificate; a refusal when it cannot be used. No connection is shared between certificates. */
  find(certificate: ClientCertificate): Agent | { refusal: string };
  close(): Promise<void>;
}

/**
 * @param options of every pool; `connect` gets the certificate in addition
 * @param maxAgents the least recently used beyond that is forgotten: its connections end when they have been idle
 */
export function openTlsAgents(options: Agent.Options, maxAgents = 64): TlsAgents {
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
    if ("refusal" in secureContext) {
      return secureContext;
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

/** The key itself is not kept in memory for longer than a call. */
function digest({ certificate, privateKey, passphrase }: ClientCertificate): string {
  const text = JSON.stringify([certificate, privateKey, passphrase]);
  return createHash("sha256").update(text).digest("base64");
}

function readCertificate({
  certificate,
  privateKey,
  passphrase,
}: ClientCertificate): SecureContext | { refusal: string } {
  try {
    return createSecureContext({
      cert: certificate,
      key: privateKey,
      ...(passphrase !== null && { passphrase }),
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { refusal: `The connection's client certificate cannot be used: ${explain(code)}` };
  }
}

/** OpenSSL's own words may quote what it read. */
function explain(code: string): string {
  if (/MISMATCH/.test(code)) {
    return "the private key is not that of the certificate.";
  }
  if (/DECRYPT|INTERRUPTED|PASSWORD|PASSPHRASE/.test(code)) {
    return "the passphrase of the private key is missing or wrong.";
  }
  return "certificate and private key must be PEM texts.";
}
