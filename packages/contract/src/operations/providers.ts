import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { provider } from "../resources/provider.ts";

export const listProviders = defineOperation({
  id: "listProviders",
  method: "GET",
  path: "/v1/providers",
  tag: "Applications",
  summary: "List the providers with known authentication methods",
  description:
    "Sorted by `provider`. Give one to an import as `provider` when the document does not describe how its API authenticates.",
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  scope: "tools:read",
  budget: "standard",
  ownership: "none",
  query: z.object({
    ...pageQuery(),
    search: z
      .string()
      .max(500)
      .optional()
      .meta({ description: "Part of the name, in any case. A blank text does not search." }),
  }),
  output: listOf("Provider", provider),
  errors: [],
});
