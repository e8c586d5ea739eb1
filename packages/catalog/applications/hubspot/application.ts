import { defineApplication } from "@bowline/catalog/application";
import { activityTools } from "./activities.ts";
import { defineRecordTools } from "./records.ts";
import { settingTools } from "./settings.ts";

const contactTools = defineRecordTools({
  path: "contacts",
  title: "contact",
  properties: '`{"email": "ada@example.com", "firstname": "Ada", "lifecyclestage": "lead"}`',
  defaults: ["email", "firstname", "lastname", "phone", "company", "lifecyclestage"],
});
const companyTools = defineRecordTools({
  path: "companies",
  title: "company",
  properties: '`{"name": "Example", "domain": "example.com", "industry": "COMPUTER_SOFTWARE"}`',
  defaults: ["name", "domain", "industry", "phone", "city", "country"],
});
const dealTools = defineRecordTools({
  path: "deals",
  title: "deal",
  properties:
    '`{"dealname": "Renewal", "dealstage": "qualifiedtobuy", "amount": 1200, "closedate": "2030-01-31"}`',
  defaults: ["dealname", "dealstage", "pipeline", "amount", "closedate", "hubspot_owner_id"],
});

export const application = defineApplication({
  slug: "hubspot",
  name: "HubSpot",
  description:
    "Find, create and change contacts, companies, deals and tickets in HubSpot's CRM, and log notes and tasks.",
  categories: ["crm", "sales", "marketing"],
  websiteUrl: "https://www.hubspot.com",
  documentationUrl: "https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide",
  icon: { simpleIcons: "hubspot" },
  environments: [{ name: "production", serverUrl: "https://api.hubapi.com" }],
  authentications: [
    {
      type: "oauth2",
      key: "oauth",
      name: "HubSpot account",
      provider: "hubspot",
      scopes: {
        oauth: "Sign in.",
        "crm.objects.contacts.read": "Read contacts, and notes and tasks.",
        "crm.objects.contacts.write": "Change contacts, and write notes and tasks.",
        "crm.objects.companies.read": "Read companies.",
        "crm.objects.companies.write": "Change companies.",
        "crm.objects.deals.read": "Read deals and their pipelines.",
        "crm.objects.deals.write": "Change deals.",
        "crm.objects.owners.read": "Read who records belong to.",
        tickets: "Read and change tickets.",
      },
    },
    {
      type: "bearer",
      key: "privateApp",
      name: "Private app token",
      description: "Create a private app under Settings, Integrations, and copy its access token.",
    },
  ],
  test: { operation: "account_get", labelPath: "/portalId" },
  objects: [{ kind: "owner", operation: "owners_list", namePath: "/id", labelPath: "/email" }],
  tools: [...contactTools, ...companyTools, ...dealTools, ...activityTools, ...settingTools],
});
