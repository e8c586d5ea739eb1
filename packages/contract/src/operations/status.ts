import { defineOperation } from "../operation.ts";
import { serverStatus } from "../resources/status.ts";

export const getStatus = defineOperation({
  id: "getStatus",
  method: "GET",
  path: "/v1/status",
  tag: "Server",
  summary: "Get how the server is",
  description:
    "Its version, database, limits, background work, catalog and processes. Nothing in it is secret.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  output: serverStatus,
  errors: [],
});
