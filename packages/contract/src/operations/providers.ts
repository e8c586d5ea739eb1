import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { provider } from "../resources/provider.ts";

export const listProviders = defineOperation({
  id: "listProviders",
  method: "GET",
  path: "/v1/providers",
  tag: "Applications",
  summary: "List the providers whose ways of signing in are known",
  description:
    "By `provider`. An import takes one as `provider`, for a document that does not say how its API is signed in to.",
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  budget: "search",
  ownership: "none",
  query: z.object({
    ...pageQuery(),
    search: z
      .string()
      .max(500)
      .optional()
      .meta({ description: "A part of the name, in any case; blank is no search." }),
  }),
  output: listOf("Provider", provider),
  errors: [],
});
