import type { HttpBinding, ParameterBinding } from "./tool.ts";

/** A part of a request, and the input that holds its value. */
export interface BoundInput {
  place: ParameterBinding["in"] | "body";
  /** Name on the wire; null: the whole body. */
  name: string | null;
  input: string;
}

/** Lists the inputs of a binding. */
export function listBoundInputs({
  parameters,
  body,
}: Pick<HttpBinding, "parameters" | "body">): BoundInput[] {
  const bound = parameters.map(({ in: place, name, input }): BoundInput => ({ place, name, input }));
  if (body === null || "template" in body.from) {
    return bound;
  }
  return "member" in body.from
    ? [...bound, { place: "body", name: null, input: body.from.member }]
    : [
        ...bound,
        ...body.from.properties.map(({ name, input }): BoundInput => ({ place: "body", name, input })),
      ];
}
