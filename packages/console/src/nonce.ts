/** Returns the nonce that the server gave this page (its content security policy); empty while developing without the server. */
export function readNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? "";
}
