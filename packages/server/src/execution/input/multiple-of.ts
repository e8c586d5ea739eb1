import { type Ajv2020, type FuncKeywordDefinition, str } from "ajv/dist/2020.js";

/** Replaces ajv's `multipleOf`, to which 19.99 is no multiple of 0.01, because binary fractions are not exact. */
export function addMultipleOf(ajv: Ajv2020): void {
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword(definition);
}

const definition: FuncKeywordDefinition = {
  keyword: "multipleOf",
  type: "number",
  schemaType: "number",
  errors: false,
  error: { message: ({ schema }) => str`must be a multiple of ${schema}` },
  validate: (divisor: number, value: number) => divisor === 0 || isMultiple(value / divisor),
};

/** The quotient of two decimals is off by at most a few steps of its own precision. */
export const isMultiple = (quotient: number): boolean =>
  Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 2;
