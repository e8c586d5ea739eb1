import type { ToolExamples } from "@bowline/catalog/application";

const times = {
  createdAt: "2030-01-10T09:00:00.000Z",
  updatedAt: "2030-01-10T09:00:00.000Z",
  archived: false,
};
const onContact = [
  { to: { id: "512" }, types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 202 }] },
];

/** The examples of the four tools that each kind of record has. */
function exampleRecords(
  kind: string,
  properties: { [name: string]: string },
  defaults: string[],
): ToolExamples {
  const record = { id: "512", properties, ...times };
  const path = `/crm/v3/objects/${kind}`;
  return {
    [`${kind}_search`]: {
      input: { query: "example", limit: 1 },
      request: {
        method: "POST",
        path: `${path}/search`,
        body: { query: "example", properties: defaults, limit: 1 },
      },
      response: { total: 1, results: [record] },
    },
    [`${kind}_get`]: {
      input: { recordId: "512", properties: ["name", "phone"], associations: ["notes"] },
      request: {
        method: "GET",
        path: `${path}/512`,
        query: { properties: "name,phone", associations: "notes" },
      },
      response: record,
    },
    [`${kind}_create`]: {
      input: { properties },
      request: { method: "POST", path, body: { properties } },
      response: record,
      status: 201,
    },
    [`${kind}_update`]: {
      input: { recordId: "512", properties },
      request: { method: "PATCH", path: `${path}/512`, body: { properties } },
      response: record,
    },
  };
}

export const examples: ToolExamples = {
  ...exampleRecords("contacts", { email: "ada@example.com", firstname: "Ada" }, [
    "email",
    "firstname",
    "lastname",
    "phone",
    "company",
    "lifecyclestage",
  ]),
  ...exampleRecords("companies", { name: "Example", domain: "example.com" }, [
    "name",
    "domain",
    "industry",
    "phone",
    "city",
    "country",
  ]),
  ...exampleRecords("deals", { dealname: "Renewal", amount: "1200" }, [
    "dealname",
    "dealstage",
    "pipeline",
    "amount",
    "closedate",
    "hubspot_owner_id",
  ]),
  notes_create: {
    input: { body: "Called; she is in.", timestamp: "2030-01-10T09:00:00Z", associations: onContact },
    request: {
      method: "POST",
      path: "/crm/v3/objects/notes",
      body: {
        properties: { hs_note_body: "Called; she is in.", hs_timestamp: "2030-01-10T09:00:00Z" },
        associations: onContact,
      },
    },
    response: { id: "901", properties: { hs_note_body: "Called; she is in." }, ...times },
    status: 201,
  },
  tasks_create: {
    input: { subject: "Call Ada", timestamp: "2030-01-11T09:00:00Z", priority: "HIGH", ownerId: "64492917" },
    request: {
      method: "POST",
      path: "/crm/v3/objects/tasks",
      body: {
        properties: {
          hs_task_subject: "Call Ada",
          hs_timestamp: "2030-01-11T09:00:00Z",
          hs_task_status: "NOT_STARTED",
          hs_task_priority: "HIGH",
          hubspot_owner_id: "64492917",
        },
      },
    },
    response: { id: "902", properties: { hs_task_subject: "Call Ada" }, ...times },
    status: 201,
  },
  tickets_search: {
    input: {
      filterGroups: [{ filters: [{ propertyName: "hs_pipeline_stage", operator: "EQ", value: "1" }] }],
      properties: ["subject"],
    },
    request: {
      method: "POST",
      path: "/crm/v3/objects/tickets/search",
      body: {
        filterGroups: [{ filters: [{ propertyName: "hs_pipeline_stage", operator: "EQ", value: "1" }] }],
        properties: ["subject"],
      },
    },
    response: {
      total: 2,
      results: [{ id: "77", properties: { subject: "Cannot sign in" }, ...times }],
      paging: { next: { after: "1" } },
    },
  },
  tickets_create: {
    input: { properties: { subject: "Cannot sign in", hs_pipeline: "0", hs_pipeline_stage: "1" } },
    request: {
      method: "POST",
      path: "/crm/v3/objects/tickets",
      body: { properties: { subject: "Cannot sign in", hs_pipeline: "0", hs_pipeline_stage: "1" } },
    },
    response: { id: "77", properties: { subject: "Cannot sign in" }, ...times },
    status: 201,
  },
  associations_create: {
    input: { fromType: "contacts", fromId: "512", toType: "companies", toId: "513" },
    request: { method: "PUT", path: "/crm/v4/objects/contacts/512/associations/default/companies/513" },
    response: { status: "COMPLETE", results: [{ from: { id: "512" }, to: { id: "513" } }] },
  },
  owners_list: {
    input: { email: "ada@example.com" },
    request: { method: "GET", path: "/crm/v3/owners", query: { email: "ada@example.com" } },
    response: { results: [{ id: "64492917", email: "ada@example.com", firstName: "Ada", archived: false }] },
  },
  pipelines_list: {
    input: { objectType: "deals" },
    request: { method: "GET", path: "/crm/v3/pipelines/deals" },
    response: {
      results: [
        {
          id: "default",
          label: "Sales",
          displayOrder: 0,
          stages: [
            { id: "qualifiedtobuy", label: "Qualified", displayOrder: 1, metadata: { probability: "0.4" } },
          ],
        },
      ],
    },
  },
  properties_list: {
    input: { objectType: "contacts" },
    request: { method: "GET", path: "/crm/v3/properties/contacts" },
    response: { results: [{ name: "email", label: "Email", type: "string", fieldType: "text" }] },
  },
  account_get: {
    input: {},
    request: { method: "GET", path: "/account-info/v3/details" },
    response: {
      portalId: 1234567,
      accountType: "STANDARD",
      timeZone: "Europe/Paris",
      companyCurrency: "EUR",
    },
  },
};
