import { type Requirement, stated } from "./requirement.ts";

/** Bowline as an OAuth 2.1 authorization server, and access tokens at the API. */
export const authorizationServerRequirements: Requirement[] = [
  ...stated("D58", {
    "scopes.published": "Every operation but whoami publishes the one scope that a token needs for it.",
  }),
  ...stated("D57", {
    "authorization-server.challenge":
      "A 401 has a WWW-Authenticate header with the address of the resource's metadata, and invalid_token when a token was sent.",
  }),
];
