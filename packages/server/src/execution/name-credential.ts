import type { Credential } from "../db/people/callers.ts";

/** Names a credential among those of its owner. All sessions of a person are one (decisions D76). */
export const nameCredential = ({ kind, apiKeyId, tokenSubject }: Credential): string =>
  `${kind}:${apiKeyId ?? tokenSubject}`;
