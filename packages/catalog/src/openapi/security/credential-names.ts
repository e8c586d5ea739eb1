/** Names that only credentials have, without case, `_` and `-` (decisions D46). */
const credentialNames = new Set(["accesstoken", "oauthtoken", "apikey", "authorization"]);

/** Words that tell an access token from the token of a package, an invitation or a page. */
const accessWords =
  /\b(?:auth\w*|oauth\w*|api|access|bearer|credentials?|personal|bot|user|session|secret|security|jwt|your)\b/i;

/** A parameter outside of path and body, as far as its name and description go. */
export interface NamedParameter {
  name: string;
  /** Empty when the document has none. */
  description: string;
}

/**
 * Whether a query, header or cookie parameter of an operation with credentials is a credential itself: by a well-known name
 * (decisions D46). `token` and Google's `key` mean other things, too, so that their descriptions have a say.
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
