import { z } from "@bowline/catalog/application";

export const object = z
  .string()
  .min(1)
  .describe("API name of the object, such as `Account`, `Contact` or `Invoice__c`.");
export const recordId = z
  .string()
  .min(15)
  .max(18)
  .describe("Id of the record, 15 or 18 characters, such as `001D000000IRFmaIAH`.");
export const fields = z
  .record(z.string(), z.unknown())
  .describe(
    'By API name, such as `{"Name": "Example", "Industry": "Technology"}`. objects_describe lists them.',
  );
export const record = z.looseObject({ Id: z.string().optional() });
export const saved = z.looseObject({
  id: z.string(),
  success: z.boolean(),
  errors: z.array(z.unknown()).optional(),
});
export const nothing = z.unknown().describe("Nothing.");
export const api = ["api"];
