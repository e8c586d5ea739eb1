import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { identity } from "../resources/identity.ts";

export const getIdentity = defineOperation({
  id: "getIdentity",
  method: "GET",
  path: "/v1/auth/whoami",
  tag: "Identity",
  summary: "Report who the credential belongs to",
  description:
    "Checks a credential: 401 when it is wrong or has ended. For an API key and a token it is the account user they belong to.",
  extension: false,
  auth: "anyone",
  narrowed: "toolset",
  scope: null,
  budget: "standard",
  ownership: "none",
  output: identity,
  errors: [],
});

export const deleteProfile = defineOperation({
  id: "deleteProfile",
  method: "DELETE",
  path: "/v1/auth/profile",
  tag: "Identity",
  summary: "Delete the acting user's profile",
  description:
    "Removes name and e-mail and deletes the user's connections, in all companies of the user. The user's credentials remain valid, but only for `whoami`. The last Admin of a company cannot delete their profile.",
  extension: true,
  auth: "member",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  output: z.string(),
  errors: ["CONFLICT"],
});
