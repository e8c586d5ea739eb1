import type { Adapter } from "oidc-provider";

/** Storage that has nothing and keeps nothing. */
export const emptyAdapter: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};
