import type { default as Provider } from "oidc-provider";
import { findContext } from "./find-context.ts";
import { errors } from "./library.ts";

/** What a client redeems for a token. */
interface Redeemable {
  /** The resources of its grant. */
  resource?: string | string[] | undefined;
  /** Why a device gets none. */
  error?: string | undefined;
  consume(): Promise<void>;
}

/**
 * The library uses a code or refresh token up before it looks at the resource: one that the grant does not have would cost the client the
 * code, and its grant when it tries again.
 */
export function checkResourceBeforeUse(provider: Provider): void {
  for (const model of [provider.AuthorizationCode, provider.DeviceCode, provider.RefreshToken]) {
    const prototype = model.prototype as Redeemable;
    const { consume } = prototype;
    prototype.consume = function consumeForResource(this: Redeemable) {
      if (this.error === undefined) {
        checkAskedResource([this.resource ?? []].flat());
      }
      return consume.call(this);
    };
  }
}

/** @throws InvalidTarget */
function checkAskedResource(granted: readonly string[]): void {
  const asked = [findContext().oidc.params?.resource ?? []].flat();
  if (asked.length > 1 || asked.some((one) => one !== "" && !granted.includes(String(one)))) {
    throw new errors.InvalidTarget("the grant is for another resource");
  }
}
