import type { Authentication } from "@bowline/sdk";

const words: Record<Authentication["type"], string> = {
  none: "No credential",
  apiKey: "API key",
  basic: "User name and password",
  bearer: "Token",
  oauth2: "Sign in (OAuth)",
  oauth2ClientCredentials: "Client credentials (OAuth)",
  mutualTLS: "Client certificate",
  custom: "Credentials",
};

/** The kind of an authentication method in words. */
export const describeMethod = (type: Authentication["type"]): string => words[type];
