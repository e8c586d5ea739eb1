/** Names that only credentials have, in lower case without `_` and `-` (decisions D46). */
const credentialNames = new Set(["accesstoken", "oauthtoken", "apikey", "authorization"]);

/** Words that distinguish an access token from the token of a package, an invitation or a page. */
const accessWords =
  /\b(?:auth\w*|oauth\w*|api|access|bearer|credentials?|personal|bot|user|session|secret|security|jwt|your)\b/i;

/** Name and description of a parameter outside path and body. */
export interface NamedParameter {
  name: string;
  /** Empty when there is none. */
  description: string;
}

/**
 * Whether a query, header or cookie parameter of an operation with credentials is itself a credential, by its name
 * (decisions D46). `token` and Google's `key` also have other meanings, so their descriptions decide.
 */
export function isCredentialName({ name, description }: NamedParameter, isOfGoogle: boolean): boolean {
  const plain = name.toLowerCase().replace(/[_-]/g, "");
  if (credentialNames.has(plain)) {
    return true;
  }
  if (plain === "token") {
    return description === "" || accessWords.test(description);
  }
  return plain === "key" && (/^(?:your )?api key\b/i.test(description) || (isOfGoogle && description === ""));
}
