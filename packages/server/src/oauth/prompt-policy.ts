import { interactionPolicy } from "./library.ts";

/** The library's prompts, and `select_account` (OpenID Connect Core §3.1.2.1). Our page obeys them. */
export function buildPromptPolicy(): unknown[] {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return policy;
}
