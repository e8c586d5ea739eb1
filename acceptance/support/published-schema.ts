import { Ajv2020 } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import type { JsonObject } from "./records.ts";

/** The parts of `/openapi.json` that the tests use. */
export interface PublishedDocument {
  paths: Record<string, Record<string, PublishedEndpoint>>;
  components: { schemas: Record<string, JsonObject>; headers: Record<string, JsonObject> };
}

export interface PublishedEndpoint {
  parameters?: { name: string; in: string; required?: boolean; schema: JsonObject }[];
  requestBody?: { content: Record<string, { schema: JsonObject }> };
  responses: Record<
    string,
    { content?: Record<string, { schema: JsonObject }>; headers?: Record<string, JsonObject> }
  >;
}

/** An operation with its schemas. References point to the document's components. */
export interface SchemaOperation {
  method: string;
  path: string;
  parameters: NonNullable<PublishedEndpoint["parameters"]>;
  body: JsonObject | null;
  /** Problems of a 200 response's body; empty when it matches the published schema. */
  findResponseProblems(body: unknown): string[];
}

const methods = ["get", "post", "put", "patch", "delete"];

export async function readDocument(baseUrl: string): Promise<PublishedDocument> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  return (await response.json()) as PublishedDocument;
}

/** Every operation under `/v1`. */
export function listSchemaOperations(document: PublishedDocument): SchemaOperation[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formatsPlugin.default(ajv);
  ajv.addFormat("int32", true);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const endpoint = item[method];
      if (!path.startsWith("/v1/") || !endpoint) {
        return [];
      }
      const schema = endpoint.responses["200"]?.content?.["application/json"]?.schema ?? false;
      const validate = ajv.compile({ allOf: [schema], components: document.components });
      return [
        {
          method: method.toUpperCase(),
          path,
          parameters: endpoint.parameters ?? [],
          body: endpoint.requestBody?.content["application/json"]?.schema ?? null,
          findResponseProblems: (body: unknown) =>
            validate(body)
              ? []
              : [`the response does not match the published schema: ${ajv.errorsText(validate.errors)}`],
        },
      ];
    }),
  );
}
