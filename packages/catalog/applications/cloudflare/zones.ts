import { defineTool, z } from "@bowline/catalog/application";
import { pages, paging, resultOf, zoneContext, zoneId } from "./shapes.ts";

const zone = z.looseObject({ id: z.string(), name: z.string(), status: z.string().optional() });
const record = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  content: z.string().optional(),
});
const recordId = z.string().min(1).describe("Id of the DNS record, from dns_records_list.");
const recordMembers = {
  type: z.enum(["A", "AAAA", "CNAME", "TXT", "MX", "NS", "SRV", "CAA", "PTR"]),
  name: z.string().min(1).describe("Whole name, such as `www.example.com`; `@` is the domain itself."),
  content: z.string().optional().describe("Address, host name or text, as the type asks for."),
  ttl: z.number().int().min(1).max(86_400).describe("Seconds; 1 means automatic."),
  proxied: z.boolean().optional().describe("Whether visitors come through Cloudflare."),
  priority: z.int().min(0).max(65_535).optional().describe("For MX."),
  comment: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional().describe("For SRV and CAA: the parts of the record."),
};

export const zoneTools = [
  defineTool({
    operation: "zones_list",
    name: "List domains",
    description: "Returns the zones (domains) with their ids and states.",
    input: z.object({
      name: z.string().optional().describe("Only this domain, such as `example.com`."),
      status: z.string().optional(),
      ...pages,
    }),
    output: resultOf(z.array(zone)),
    resultsPath: "/result",
    paging,
    request: { method: "GET", path: "/zones" },
  }),
  defineTool({
    operation: "zones_get",
    name: "Get a domain",
    description: "Returns one zone (domain) with its name servers and plan.",
    input: z.object({ zoneId }),
    output: resultOf(zone),
    context: zoneContext,
    request: { method: "GET", path: "/zones/{zoneId}" },
  }),
  defineTool({
    operation: "dns_records_list",
    name: "List DNS records",
    description: "Returns the DNS records of a domain.",
    input: z.object({
      zoneId,
      type: recordMembers.type.optional(),
      name: z.string().optional().describe("Only records of this whole name, such as `www.example.com`."),
      search: z.string().optional().describe("Only records that hold this text anywhere."),
      ...pages,
      per_page: z.int().min(5).max(1000).optional().describe("Records on a page. Default 100."),
    }),
    output: resultOf(z.array(record)),
    resultsPath: "/result",
    paging: { ...paging, maxSize: 1000 },
    context: zoneContext,
    request: { method: "GET", path: "/zones/{zoneId}/dns_records" },
  }),
  defineTool({
    operation: "dns_records_create",
    name: "Create a DNS record",
    description: "Adds a DNS record to a domain.",
    input: z.object({ zoneId, ...recordMembers, ttl: recordMembers.ttl.default(1) }),
    output: resultOf(record),
    context: zoneContext,
    request: { method: "POST", path: "/zones/{zoneId}/dns_records" },
  }),
  defineTool({
    operation: "dns_records_update",
    name: "Change a DNS record",
    description: "Changes only the members given of a DNS record.",
    input: z.object({ zoneId, recordId, ...z.object(recordMembers).partial().shape }),
    output: resultOf(record),
    hints: { destructive: true, idempotent: true },
    context: zoneContext,
    request: { method: "PATCH", path: "/zones/{zoneId}/dns_records/{recordId}" },
  }),
  defineTool({
    operation: "dns_records_delete",
    name: "Delete a DNS record",
    description: "Deletes a DNS record; its name stops working.",
    input: z.object({ zoneId, recordId }),
    output: resultOf(z.looseObject({ id: z.string() })),
    context: zoneContext,
    request: { method: "DELETE", path: "/zones/{zoneId}/dns_records/{recordId}" },
  }),
  defineTool({
    operation: "cache_purge",
    name: "Empty the cache",
    description:
      "Removes files of a domain from Cloudflare's cache: all of them, or those at certain addresses.",
    input: z.object({
      zoneId,
      purge_everything: z.literal(true).optional().describe("All files. Give this or files."),
      files: z.array(z.string()).max(30).optional().describe("Whole addresses of files."),
    }),
    output: resultOf(z.looseObject({ id: z.string() })),
    hints: { destructive: true, idempotent: true },
    context: zoneContext,
    request: { method: "POST", path: "/zones/{zoneId}/purge_cache" },
  }),
];
