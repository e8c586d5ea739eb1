import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { after, filterGroups, page, paging, record } from "./shapes.ts";

/** What the kinds of records have in common. */
interface Kind<Path extends string> {
  path: Path;
  title: string;
  properties: string;
  defaults: string[];
}

/** The tools for one kind of record: search, get, create and update. */
export function defineRecordTools<const Path extends string>(kind: Kind<Path>) {
  const { path, title, defaults } = kind;
  const address: string = `/crm/v3/objects/${path}`;
  const properties = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
  const recordId = z.string().min(1).describe(`Id of the ${title}, such as \`512\`, from ${path}_search.`);
  const read = [`crm.objects.${path}.read`];
  const write = [`crm.objects.${path}.write`];
  return [
    defineTool({
      operation: `${path}_search` as `${Path}_search`,
      name: `Search ${path}`,
      description: `Finds ${path} in HubSpot's CRM by words or by their properties.`,
      input: z.object({
        query: z.string().optional().describe("Words to find in the most important properties."),
        filterGroups: filterGroups.optional(),
        properties: z.array(z.string()).default(defaults).describe("Which properties to return."),
        sorts: z
          .array(z.object({ propertyName: z.string(), direction: z.enum(["ASCENDING", "DESCENDING"]) }))
          .max(1)
          .optional(),
        limit: z.int().min(1).max(200).optional().describe("Results on a page. Default 10."),
        after,
      }),
      output: page,
      hints: { readOnly: true, idempotent: true },
      scopes: read,
      resultsPath: "/results",
      paging,
      request: { method: "POST", path: `${address}/search` },
    }),
    defineTool({
      operation: `${path}_get` as `${Path}_get`,
      name: `Get a ${title}`,
      description: `Returns one ${title} with its properties and the ids of what it is associated with.`,
      input: z.object({
        recordId,
        properties: z.array(z.string()).default(defaults).describe("Which properties to return."),
        associations: z
          .array(z.string())
          .optional()
          .describe("Kinds of records whose ids to return, such as `deals`."),
      }),
      output: record,
      scopes: read,
      request: {
        method: "GET",
        path: `${address}/{recordId}`,
        query: {
          properties: fromInput("properties", { as: "comma" }),
          associations: fromInput("associations", { as: "comma" }),
        },
      },
    }),
    defineTool({
      operation: `${path}_create` as `${Path}_create`,
      name: `Create a ${title}`,
      description: `Creates a ${title} in HubSpot's CRM. To look whether it exists use ${path}_search first.`,
      input: z.object({ properties: properties.describe(`By name, such as ${kind.properties}.`) }),
      output: record,
      scopes: write,
      request: { method: "POST", path: address },
    }),
    defineTool({
      operation: `${path}_update` as `${Path}_update`,
      name: `Change a ${title}`,
      description: `Changes only the properties given of one ${title}. An empty text clears a property.`,
      input: z.object({ recordId, properties: properties.describe(`By name, such as ${kind.properties}.`) }),
      output: record,
      hints: { destructive: true, idempotent: true },
      scopes: write,
      request: { method: "PATCH", path: `${address}/{recordId}` },
    }),
  ];
}
