import type { CatalogAuthentication } from "@bowline/catalog";
import type { SignInRow } from "../../db/connections/sign-ins.ts";
import type { PreparedProviderCall } from "../provider/provider-call.ts";
import { isOtherAccount } from "./switch-account.ts";

/** The question to the person before anything is stored (decisions D28). */
export interface ToConfirm {
  kind: "toConfirm";
  /** For the page's form. Valid once. */
  confirmationToken: string;
  applicationSlug: string;
  applicationName: string;
  accountLabel: string | null;
  /** The account user who will own the connection. */
  receiver: Pick<SignInRow, "accountUserId" | "fullName" | "email" | "kind">;
  companyName: string;
  /** The scopes requested from the provider, with the description's own words for them if it has any. */
  scopes: { scope: string; description: string | null }[];
  /** The hosts that the connection's tokens are sent to. */
  hosts: string[];
  /** The connection to renew. Null: a new connection is created. */
  renewedName: string | null;
  /** The connection's account so far, if it is a different account; else null. */
  formerAccount: string | null;
  /** Only the receiver, signed in to the browser, can give the connection another account. */
  keepsAccount: boolean;
  /** Where the browser goes afterward; null: nowhere. */
  returnUrl: string | null;
}

/** Describes who gets which account of which application, and where the browser goes then. */
export function describeConfirmation(
  signIn: SignInRow,
  { applicationSlug, applicationName }: PreparedProviderCall,
  scopes: readonly string[],
  accountLabel: string | null,
): Omit<ToConfirm, "confirmationToken" | "hosts"> {
  return {
    kind: "toConfirm",
    applicationSlug,
    applicationName,
    accountLabel,
    receiver: {
      accountUserId: signIn.accountUserId,
      fullName: signIn.fullName,
      email: signIn.email,
      kind: signIn.kind,
    },
    companyName: signIn.companyName,
    formerAccount: isOtherAccount({ ...signIn, accountLabel }) ? signIn.renewedLabel : null,
    keepsAccount: signIn.keepsAccount,
    renewedName: signIn.connectionId === null ? null : (signIn.renewedName ?? ""),
    scopes: describeScopes(signIn.method, scopes),
    returnUrl: signIn.returnUrl,
  };
}

function describeScopes({ oauth2 }: CatalogAuthentication, scopes: readonly string[]): ToConfirm["scopes"] {
  const descriptions = new Map(Object.entries(oauth2?.scopeDescriptions ?? {}));
  return scopes.map((scope) => ({ scope, description: descriptions.get(scope) ?? null }));
}
