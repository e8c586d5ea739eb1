import type { Deps } from "../../deps.ts";
import { openSecrets } from "../../execution/build-target.ts";
import type { Caller } from "../../identity/caller.ts";
import type { InputOf, OutputOf } from "../handler.ts";

/** No description names a call to test with; that the secrets open is checked all the same. */
export async function testConnection(
  deps: Deps,
  _caller: Caller,
  { resource: connection }: InputOf<"testConnection">,
): Promise<OutputOf<"testConnection">> {
  await openSecrets(deps.vault, connection);
  return {
    isSuccess: null,
    message: "The application names no call to test credentials with. Execute one of its tools to try them.",
    accountLabel: connection.accountLabel,
  };
}
