/**
 * Why the vault refused an operation.
 * - `unknownMasterKey`: a data key was wrapped by a master key that was not given.
 * - `refused`: the bytes were changed, cut, moved to another row, or sealed with another key.
 */
export type VaultErrorReason = "unknownMasterKey" | "refused";

/** The error of all vault functions. The message is for the operator and contains no key or plaintext. */
export class VaultError extends Error {
  override readonly name = "VaultError";
  readonly reason: VaultErrorReason;

  constructor(reason: VaultErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
