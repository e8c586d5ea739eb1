import { LRUCache } from "lru-cache";

const secretEndings =
  /(?:passwords?|passwd|passphrase|secrets?|secretkey|apikey|privatekey|accesskey|authorization|credentials?|token)$/;
/** Names of tokens that are no secrets, such as the position in a list. */
const positionEndings =
  /(?:page|next|prev|previous|continuation|continue|cursor|sync|delta|start|resume|skip|scroll|change|marker|pagination|cancel|cancellation)token$/;

/** Longer names are rare. Most requests to a tool have the same few. */
const maxRememberedLength = 64;
const remembered = new LRUCache<string, boolean>({ max: 2000 });

/**
 * Whether an input's name marks it as a secret, in any spelling: `clientSecret`, `client_secret`, `X-Api-Key`, `newPassword2`, but
 * not `pageToken` (decisions D46).
 */
export function isSecretName(name: string): boolean {
  const known = remembered.get(name);
  if (known !== undefined) {
    return known;
  }
  const letters = name
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/(?:confirmation|confirm|repeat|again)$/, "");
  const isSecret = secretEndings.test(letters) && !positionEndings.test(letters);
  if (name.length <= maxRememberedLength) {
    remembered.set(name, isSecret);
  }
  return isSecret;
}
