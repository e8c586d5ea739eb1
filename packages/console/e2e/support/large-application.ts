import type { World } from "./world.ts";

/** Imports an application with many tools, half of them reading, and connects it. Nothing listens at its address. */
export async function importLargeApplication(world: World, toolCount: number): Promise<number> {
  const responses = { 200: { description: "OK", content: { "application/json": { schema: {} } } } };
  const operation = (verb: string, index: number) => ({
    operationId: `${verb}_part_${index}`,
    summary: `${verb === "read" ? "Read" : "Change"} part ${index}`,
    responses,
  });
  const paths = Object.fromEntries(
    Array.from({ length: toolCount / 2 }, (_, index) => [
      `/parts/${index}`,
      { get: operation("read", index), post: operation("change", index) },
    ]),
  );
  await world.call("POST", "/v1/applications", {
    source: "openapi",
    slug: "warehouse",
    document: {
      openapi: "3.1.0",
      info: { title: "Warehouse", version: "1" },
      servers: [{ url: "http://127.0.0.1:9" }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
      security: [{ key: [] }],
      paths,
    },
  });
  const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
    applicationSlug: "warehouse",
    name: "Warehouse of the house",
    fields: { apiKey: "key-of-the-warehouse" },
  });
  return connectionId;
}
