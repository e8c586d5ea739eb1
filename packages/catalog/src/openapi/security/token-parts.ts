import type { CredentialField } from "../../application.ts";
import type { UsableScheme } from "./usable-scheme.ts";

/** A token in the `Authorization` header (RFC 6750 §2.1). */
export function tokenParts(
  type: "bearer" | "oauth2" | "oauth2ClientCredentials",
): Pick<UsableScheme, "type" | "parts"> {
  return {
    type,
    parts: (fieldName) => {
      const field = fieldName("token");
      const description = type === "bearer" ? "" : "An access token; filled in by signing in.";
      // A sign-in fills the token, so the user is not asked for it.
      return {
        fields: [
          {
            ...credential(field, type === "bearer" ? "Token" : "Access token", description),
            required: type === "bearer",
          },
        ],
        placements: [{ in: "header", name: "Authorization", value: `Bearer {${field}}` }],
      };
    },
  };
}

/** Builds a secret field that the user enters. */
export function credential(fieldName: string, label: string, description: string): CredentialField {
  return {
    fieldName,
    label,
    description,
    type: "string",
    required: true,
    secret: true,
    overridable: false,
    default: null,
  };
}
