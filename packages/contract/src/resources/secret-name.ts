const secretEndings =
  /(?:passwords?|passwd|passphrase|secrets?|secretkey|apikey|privatekey|accesskey|authorization|credentials?|token)$/;
/** Names of tokens that are no secrets, such as the position in a list. */
const positionEndings =
  /(?:page|next|prev|previous|continuation|continue|cursor|sync|delta|start|resume|skip|scroll|change|marker|pagination|cancel|cancellation)token$/;

/**
 * Whether an input's name marks it as a secret, in any spelling: `clientSecret`, `client_secret`, `X-Api-Key`, `newPassword2`, but
 * not `pageToken` (decisions D46).
 */
export function isSecretName(name: string): boolean {
  const letters = name
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/(?:confirmation|confirm|repeat|again)$/, "");
  return secretEndings.test(letters) && !positionEndings.test(letters);
}

/** Whether the value of a secret input may be one: `resetPassword: true` gives nothing away. */
export const mayBeSecret = (value: unknown): boolean =>
  value !== null && value !== "" && typeof value !== "boolean";
