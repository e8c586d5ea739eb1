import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A certificate with its key, for TLS tests. */
export interface MadeCertificate {
  /** PEM. */
  certificate: string;
  /** PEM, PKCS #8. */
  privateKey: string;
  name: string;
  key: KeyObject;
}

/**
 * Makes an X.509 certificate (RFC 5280 §4.1) on P-256, valid from yesterday until tomorrow, for 127.0.0.1 as server and client.
 *
 * @param issuer default: the certificate is self-signed, as an authority
 */
export function makeCertificate(name: string, issuer?: MadeCertificate): MadeCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    writeName(issuer?.name ?? name),
    sequence(writeTime(-1), writeTime(1)),
    writeName(name),
    publicKey.export({ type: "spki", format: "der" }),
    explicit(3, sequence(issuer === undefined ? authority : loopback)),
  );
  const signature = sign("sha256", content, issuer?.key ?? privateKey);
  const whole = sequence(content, ecdsaWithSha256, tag(0x03, Buffer.from([0]), signature));
  return {
    certificate: writePem("CERTIFICATE", whole),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    name,
    key: privateKey,
  };
}

/** One value of DER (ITU-T X.690 §8.1). */
function tag(number: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const length = content.length;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([number, ...size]), content]);
}

const sequence = (...contents: Buffer[]): Buffer => tag(0x30, ...contents);
const explicit = (number: number, content: Buffer): Buffer => tag(0xa0 + number, content);
const integer = (bytes: Buffer): Buffer => tag(0x02, bytes);
const identifier = (hex: string): Buffer => tag(0x06, Buffer.from(hex, "hex"));
const octets = (content: Buffer): Buffer => tag(0x04, content);
const isTrue = tag(0x01, Buffer.from([0xff]));

/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
/** 2.5.29.19: basic constraints, an authority. */
const authority = sequence(identifier("551d13"), isTrue, octets(sequence(isTrue)));
/** 2.5.29.17: the address 127.0.0.1. */
const loopback = sequence(identifier("551d11"), octets(sequence(tag(0x87, Buffer.from([127, 0, 0, 1])))));

/** 2.5.4.3: the common name. */
const writeName = (name: string): Buffer =>
  sequence(tag(0x31, sequence(identifier("550403"), tag(0x0c, Buffer.from(name)))));

function writeTime(days: number): Buffer {
  const date = new Date(Date.now() + days * 86_400_000).toISOString();
  return tag(0x17, Buffer.from(`${date.slice(2, 19).replace(/[-:T]/g, "")}Z`));
}

function writePem(label: string, content: Buffer): string {
  const lines = content.toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
