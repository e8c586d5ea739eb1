import type { CredentialField } from "../../application.ts";
import { credential } from "./token-parts.ts";
import type { UsableScheme } from "./usable-scheme.ts";

/** Pattern of one or more PEM texts with a label (RFC 7468 §2, §5.1). */
const pem = (label: string): string => `\\s*-----BEGIN ${label}-----[\\s\\S]+-----END ${label}-----\\s*`;

function pemField(fieldName: string, label: string, description: string, pemLabel: string): CredentialField {
  return {
    ...credential(fieldName, label, description),
    pattern: pem(pemLabel),
    patternHint: "PEM text with its line breaks, as in the file",
  };
}

/** A client certificate that the connection presents (RFC 8705 §2, decisions D71). */
export function mutualTlsParts(): Pick<UsableScheme, "type" | "parts"> {
  return {
    type: "mutualTLS",
    parts: (fieldName) => {
      const certificate = fieldName("certificate");
      const privateKey = fieldName("privateKey");
      const passphrase = fieldName("passphrase");
      return {
        fields: [
          pemField(
            certificate,
            "Client certificate",
            "PEM, with the certificates between it and the application's authority if there are any.",
            "CERTIFICATE",
          ),
          pemField(privateKey, "Private key", "PEM, the key of the certificate.", "(?:[A-Z]+ )*PRIVATE KEY"),
          { ...credential(passphrase, "Passphrase", "Of the private key, if it has one."), required: false },
        ],
        placements: [
          {
            in: "tls",
            certificate: `{${certificate}}`,
            privateKey: `{${privateKey}}`,
            passphrase: `{${passphrase}}`,
          },
        ],
      };
    },
  };
}
