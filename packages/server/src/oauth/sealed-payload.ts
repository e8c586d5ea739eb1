import { serverOwnerId, type Vault } from "../vault/vault.ts";

/** What the library stores of these holds the code of a device, which is as good as a token once a person has allowed it. */
const sealedModels: ReadonlySet<string> = new Set(["DeviceCode", "Interaction"]);
const mark = "sealed:";

const describePurpose = (model: string): string => `oauth-artefact:${model}`;

/** Seals the payload of a model that holds a secret; returns others as they are. */
export async function sealPayload(vault: Vault, model: string, payload: string): Promise<string> {
  if (!sealedModels.has(model)) {
    return payload;
  }
  const sealed = await vault.seal(serverOwnerId, describePurpose(model), payload);
  return mark + sealed.toString("base64");
}

export async function openPayload(vault: Vault, model: string, stored: string): Promise<string> {
  return stored.startsWith(mark)
    ? vault.open(serverOwnerId, describePurpose(model), Buffer.from(stored.slice(mark.length), "base64"))
    : stored;
}
