import type { NameAccount } from "../connect/sign-in/complete-sign-in.ts";
import type { CallParts } from "./execution-parts.ts";
import { accountTimeoutMs, tryCredentials } from "./try-credentials.ts";

/** Names an account by the call that tries credentials, or by the one that was guessed to read it (decisions D70). A person waits. */
export const openNameAccount =
  (parts: CallParts): NameAccount =>
  async (application, draft) => {
    const trial = await tryCredentials(parts, application, draft, { timeoutMs: accountTimeoutMs });
    return trial?.isSuccess ? trial.accountLabel : null;
  };
