import type { ToolExamples } from "@bowline/catalog/application";

const id = "001D000000IRFmaIAH";
const saved = { id, success: true, errors: [] };
const account = {
  attributes: { type: "Account", url: `/services/data/v62.0/sobjects/Account/${id}` },
  Id: id,
  Name: "Example",
};
const soql = "SELECT Id, Name FROM Account LIMIT 1";
const fields = { Name: "Example", Industry: "Technology" };

export const examples: ToolExamples = {
  query: {
    input: { q: soql },
    request: { method: "GET", path: "/query", query: { q: soql } },
    response: { totalSize: 1, done: true, records: [account] },
  },
  search_records: {
    input: { q: "Example", sobject: "Account", overallLimit: 5 },
    request: {
      method: "GET",
      path: "/parameterizedSearch",
      query: { q: "Example", sobject: "Account", fields: "Id,Name", overallLimit: "5" },
    },
    response: { searchRecords: [account] },
  },
  records_get: {
    input: { object: "Account", recordId: id, fields: ["Id", "Name"] },
    request: { method: "GET", path: `/sobjects/Account/${id}`, query: { fields: "Id,Name" } },
    response: account,
  },
  records_create: {
    input: { object: "Account", fields },
    request: { method: "POST", path: "/sobjects/Account", body: fields },
    response: saved,
    status: 201,
  },
  records_update: {
    input: { object: "Account", recordId: id, fields: { Industry: "Energy" } },
    request: { method: "PATCH", path: `/sobjects/Account/${id}`, body: { Industry: "Energy" } },
    response: null,
    status: 204,
  },
  records_upsert: {
    input: { object: "Account", externalIdField: "Customer_Number__c", externalId: "C 17", fields },
    request: { method: "PATCH", path: "/sobjects/Account/Customer_Number__c/C%2017", body: fields },
    response: { ...saved, created: true },
    status: 201,
  },
  records_delete: {
    input: { object: "Account", recordId: id },
    request: { method: "DELETE", path: `/sobjects/Account/${id}` },
    response: null,
    status: 204,
  },
  records_create_many: {
    input: { records: [{ attributes: { type: "Account" }, Name: "Example" }], allOrNone: true },
    request: {
      method: "POST",
      path: "/composite/sobjects",
      body: { records: [{ attributes: { type: "Account" }, Name: "Example" }], allOrNone: true },
    },
    response: [saved],
  },
  leads_create: {
    input: { LastName: "Example", Company: "Example Ltd", Email: "ada@example.com" },
    request: {
      method: "POST",
      path: "/sobjects/Lead",
      body: { LastName: "Example", Company: "Example Ltd", Email: "ada@example.com" },
    },
    response: { ...saved, id: "00QD000000FP14JMAT" },
    status: 201,
  },
  contacts_create: {
    input: { LastName: "Example", AccountId: id },
    request: { method: "POST", path: "/sobjects/Contact", body: { LastName: "Example", AccountId: id } },
    response: { ...saved, id: "003D000000QOMqOIAX" },
    status: 201,
  },
  opportunities_create: {
    input: { Name: "Renewal", StageName: "Prospecting", CloseDate: "2030-01-31", Amount: 1200 },
    request: {
      method: "POST",
      path: "/sobjects/Opportunity",
      body: { Name: "Renewal", StageName: "Prospecting", CloseDate: "2030-01-31", Amount: 1200 },
    },
    response: { ...saved, id: "006D000000IRFmaIAH" },
    status: 201,
  },
  tasks_create: {
    input: { Subject: "Call Ada", ActivityDate: "2030-01-31", Priority: "High", WhatId: id },
    request: {
      method: "POST",
      path: "/sobjects/Task",
      body: { Subject: "Call Ada", ActivityDate: "2030-01-31", Priority: "High", WhatId: id },
    },
    response: { ...saved, id: "00TD000000IRFmaIAH" },
    status: 201,
  },
  objects_list: {
    input: {},
    request: { method: "GET", path: "/sobjects" },
    response: {
      encoding: "UTF-8",
      maxBatchSize: 200,
      sobjects: [{ name: "Account", label: "Account", custom: false, queryable: true }],
    },
  },
  objects_describe: {
    input: { object: "Account" },
    request: { method: "GET", path: "/sobjects/Account/describe" },
    response: {
      name: "Account",
      label: "Account",
      fields: [{ name: "Industry", label: "Industry", type: "picklist", nillable: true, picklistValues: [] }],
    },
  },
  reports_list: {
    input: {},
    request: { method: "GET", path: "/analytics/reports" },
    response: [
      {
        id: "00OD0000001cxIEMAY",
        name: "Pipeline",
        url: "/services/data/v62.0/analytics/reports/00OD0000001cxIEMAY",
      },
    ],
  },
  reports_run: {
    input: { reportId: "00OD0000001cxIEMAY", includeDetails: false },
    request: {
      method: "GET",
      path: "/analytics/reports/00OD0000001cxIEMAY",
      query: { includeDetails: "false" },
    },
    response: {
      allData: true,
      factMap: { "T!T": { aggregates: [{ label: "1200", value: 1200 }] } },
      reportMetadata: { id: "00OD0000001cxIEMAY", name: "Pipeline" },
    },
  },
  limits_get: {
    input: {},
    request: { method: "GET", path: "/limits" },
    response: { DailyApiRequests: { Max: 15000, Remaining: 14998 } },
  },
};
