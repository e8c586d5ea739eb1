import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { grantRecord } from "../resources/grant.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { id } from "../resources/primitives.ts";

export const listGrants = defineOperation({
  id: "listGrants",
  method: "GET",
  path: "/v1/grants",
  tag: "OAuth",
  summary: "List what clients were allowed",
  description: "Sorted by id. Members see their own grants, Admins those of the whole company.",
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  query: z.object(pageQuery()),
  output: listOf("Grant", grantRecord),
  errors: [],
});

export const deleteGrant = defineOperation({
  id: "deleteGrant",
  method: "DELETE",
  path: "/v1/grants/{grantId}",
  tag: "OAuth",
  summary: "Withdraw a grant",
  description: "Its tokens end at once, on every server.",
  extension: true,
  auth: "member",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params: z.object({ grantId: id }),
  output: z.string(),
  errors: ["NOT_FOUND"],
});
