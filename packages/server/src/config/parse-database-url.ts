import { findNearestName } from "@bowline/contract/nearest-name";
import { howToEscape, isWholeAddress } from "./is-whole-address.ts";

/** Parameters that are often used, and those of TLS that libpq knows. There are others. */
const parameters = [
  "application_name",
  "channel_binding",
  "client_encoding",
  "connect_timeout",
  "host",
  "options",
  "port",
  "ssl",
  "sslcert",
  "sslcertmode",
  "sslcrl",
  "sslkey",
  "sslmode",
  "sslnegotiation",
  "sslpassword",
  "sslrootcert",
  "sslsni",
  "target_session_attrs",
  "uselibpqcompat",
];

/** pg checks the certificate in all these modes, and warns at length of another future. */
const checkingModes = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

const noSuchName =
  "has a parameter without a value, or a # or ? where none may be. A database whose name has one of the two cannot be used: rename it. In its user name and password, write %23 for # and %3F for ?";

/**
 * Reads the address of a PostgreSQL. TLS checks the certificate in every `sslmode` but `disable` and `no-verify`.
 *
 * @throws Error that never contains a part of the address
 */
export function parseDatabaseUrl(text: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(text)) {
    throw new Error("must be a postgres:// address");
  }
  if (!isWholeAddress(text)) {
    throw new Error(howToEscape);
  }
  const [beforeQuery = "", query = ""] = text.split("?", 2);
  // pg would open the database whose name is the part before it.
  if (text.includes("#") || /%(?:3F|23)[^/@]*$/i.test(beforeQuery) || /(?:^|&)[^=&]+(?:&|$)/.test(query)) {
    throw new Error(noSuchName);
  }
  const names = [...new URLSearchParams(query).keys()];
  for (const name of names) {
    const meant = findNearestName(name, parameters);
    // Without TLS, say, the password would cross the network in plain text.
    if (meant !== null) {
      throw new Error(`has a misspelled parameter; did you mean ${meant}?`);
    }
  }
  const address = text.replace(/^[^/]+\/\/[^/?]*\/[^?]*/, decodeName);
  return names.includes("uselibpqcompat") ? address : address.replace(checkingModes, "$1verify-full");
}

/** pg reads the database's name with decodeURI, which leaves these escapes as they are. */
function decodeName(beforeQuery: string): string {
  const start = beforeQuery.lastIndexOf("/");
  const name = beforeQuery.slice(start).replace(/%(?:2[46BCF]|3[ABD]|40)/gi, decodeURIComponent);
  return beforeQuery.slice(0, start) + name;
}
