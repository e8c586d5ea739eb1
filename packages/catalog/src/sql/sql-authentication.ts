import type { CatalogAuthentication, CredentialField } from "../application.ts";
import { labelOf } from "../field-label.ts";
import type { SqlDialect } from "../tool.ts";

type NetworkDialect = Exclude<SqlDialect, "sqlite">;

/** A host name or address without port and scheme. */
const hostPattern = "[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\]";

/** Names with `/` between them. */
const filePattern = "[^/\\\\\\x00-\\x1f]+(?:/[^/\\\\\\x00-\\x1f]+)*";

const readOnly = field("readOnly", "The database refuses every change when this is true.", {
  label: "Read only",
  type: "boolean",
  default: "true",
});

const ports: Record<NetworkDialect, string> = { postgresql: "5432", mysql: "3306" };

/** The method of databases that are reached over the network. */
export function buildSqlAuthentication(dialect: NetworkDialect): CatalogAuthentication {
  return {
    key: "password",
    type: "custom",
    name: "User name and password",
    description: "",
    scopes: [],
    fields: [
      field("host", "Name or address of the database's host.", {
        pattern: hostPattern,
        patternHint: "a host name or an IP address, without a port; an IPv6 address in brackets",
      }),
      field("port", "", {
        type: "number",
        default: ports[dialect],
        pattern: "\\d{1,5}",
        patternHint: "a port number",
      }),
      field("database", "Name of the database."),
      field("user", "A user with no more rights than the tools need."),
      field("password", "", { secret: true }),
      field(
        "sslMode",
        "`verify-full` checks the server's certificate. `require` encrypts without a check. `prefer` encrypts if the server can.",
        { label: "SSL mode", default: "require", enum: ["disable", "prefer", "require", "verify-full"] },
      ),
      field(
        "caCertificate",
        "PEM of the authority that signed the server's certificate, for `verify-full`. Empty: the authorities that this server's machine trusts.",
        {
          label: "CA certificate",
          required: false,
          pattern: "\\s*-----BEGIN CERTIFICATE-----[\\s\\S]+-----END CERTIFICATE-----\\s*",
          patternHint: "PEM text with its line breaks, as in the file",
        },
      ),
      readOnly,
    ],
    placements: [],
  };
}

/** The method of databases that are files of the server. */
export function buildFileAuthentication(): CatalogAuthentication {
  return {
    key: "file",
    type: "custom",
    name: "File",
    description: "",
    scopes: [],
    fields: [
      field("file", "Path of the database below the server's folder for SQLite, such as `shop.db`.", {
        pattern: filePattern,
        patternHint: "a path below the server's folder, such as shop.db or team/shop.db",
      }),
      readOnly,
    ],
    placements: [],
  };
}

function field(
  fieldName: string,
  description: string,
  members: Partial<CredentialField> = {},
): CredentialField {
  return {
    fieldName,
    label: labelOf(fieldName),
    description,
    type: "string",
    required: members.default === undefined,
    secret: false,
    overridable: false,
    default: null,
    ...members,
  };
}
