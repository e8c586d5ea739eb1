import { isSecretName as findSecretName } from "@bowline/contract/secret-name";
import { LRUCache } from "lru-cache";

/** Longer names are rare. Most requests to a tool have the same few. */
const maxRememberedLength = 64;
const remembered = new LRUCache<string, boolean>({ max: 2000 });

/** Whether an input's name marks it as a secret. Remembers what it found. */
export function isSecretName(name: string): boolean {
  const known = remembered.get(name);
  if (known !== undefined) {
    return known;
  }
  const isSecret = findSecretName(name);
  if (name.length <= maxRememberedLength) {
    remembered.set(name, isSecret);
  }
  return isSecret;
}
