import { listOf, type UncheckedRecord } from "../../record.ts";

/**
 * Gives a schema of Swagger 2.0 the members of OpenAPI 3.0, as `upgradeSwagger` does with those of the document, which is all that its
 * library reads.
 */
export function migrateSwaggerSchema(schema: UncheckedRecord): void {
  const { discriminator, required, "x-nullable": nullable } = schema;
  if (typeof discriminator === "string") {
    schema.discriminator = { propertyName: discriminator };
    schema.required = [...new Set([...listOf(required), discriminator])];
  }
  if (nullable === true) {
    schema.nullable = true;
  }
}
