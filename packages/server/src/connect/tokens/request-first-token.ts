import { ApiError, invalidField } from "../../api-error.ts";
import { type SplitFields, splitIssued, tokenField } from "../../connections/connection-secrets.ts";
import type { TokenDates } from "../../db/connections/connections.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { originChangedCode } from "../provider/check-destination.ts";
import { type ConnectionAtProvider, noClientCode, prepareProviderCall } from "../provider/provider-call.ts";
import { ProviderError } from "../provider/provider-error.ts";
import { requestClientToken } from "../provider/token-endpoint.ts";
import { chooseScopes } from "../sign-in/begin-sign-in.ts";
import { planRenewal } from "./plan-renewal.ts";

/** A new connection's fields, and the dates for renewing its token. */
export interface FirstToken extends SplitFields {
  tokenDates: TokenDates;
  /** Why there is no token yet, in one sentence; null: there is one. */
  problem: string | null;
}

/**
 * Requests the first token of a connection with client credentials (RFC 6749 §4.4). Null for any other method, and when a token was
 * given. When the provider is down, the token is requested again at the first use.
 *
 * @throws ApiError `VALIDATION_ERROR` at `fields` when the provider refuses, `CONFLICT` when there is no client
 */
export async function requestFirstToken(
  parts: ConnectParts,
  connection: Omit<ConnectionAtProvider, "fields" | "sealedOrigins">,
  { open, secret }: SplitFields,
): Promise<FirstToken | null> {
  if (connection.method.type !== "oauth2ClientCredentials" || secret[tokenField] !== undefined) {
    return null;
  }
  const issuedAtMs = parts.clock();
  const plan = (lifetimeSeconds: number | null) =>
    planRenewal({ issuedAtMs, lifetimeSeconds, isRenewable: true });
  try {
    const call = await prepareProviderCall(parts, {
      ...connection,
      fields: { ...open, ...secret },
      sealedOrigins: null,
    });
    const scopes = chooseScopes(connection.method, call.client, call.provider);
    const tokens = await requestClientToken(call, scopes);
    const issued = splitIssued(connection.method, tokens, tokens.kept);
    return {
      open: { ...open, ...issued.open },
      secret: { ...secret, ...issued.secret },
      tokenDates: plan(tokens.lifetimeSeconds),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      throw error;
    }
    if (error.kind === "refused") {
      throw error.code === noClientCode || error.code === originChangedCode
        ? new ApiError("CONFLICT", error.message)
        : invalidField("fields", error.message);
    }
    return { open, secret, tokenDates: plan(0), problem: error.message };
  }
}
