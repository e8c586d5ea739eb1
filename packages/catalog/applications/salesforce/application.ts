import { defineApplication } from "@bowline/catalog/application";
import { organizationTools } from "./organization.ts";
import { recordTools } from "./records.ts";
import { salesTools } from "./sales.ts";

export const application = defineApplication({
  slug: "salesforce",
  name: "Salesforce",
  description: "Query, create and change leads, contacts, opportunities and any other record in Salesforce.",
  categories: ["crm", "sales"],
  websiteUrl: "https://www.salesforce.com",
  documentationUrl: "https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/intro_rest.htm",
  environments: [
    { name: "production", serverUrl: "{instanceUrl}/services/data/v62.0" },
    { name: "sandbox", serverUrl: "{instanceUrl}/services/data/v62.0" },
  ],
  authentications: [
    {
      type: "oauth2",
      key: "oauth",
      name: "Salesforce account",
      provider: "salesforce",
      scopes: { api: "Read and change data as the user may." },
      providerFields: ["instanceUrl"],
    },
  ],
  test: { operation: "limits_get" },
  objects: [{ kind: "object", operation: "objects_list", namePath: "/name", labelPath: "/label" }],
  tools: [...recordTools, ...salesTools, ...organizationTools],
});
