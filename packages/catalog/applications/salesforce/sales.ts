import { defineTool, z } from "@bowline/catalog/application";
import { api, recordId, saved } from "./shapes.ts";

const ownerId = recordId.optional().describe("Id of the user who owns it. Default: the connected user.");

/** The records that people create most, with their usual fields. */
export const salesTools = [
  defineTool({
    operation: "leads_create",
    name: "Create a lead",
    description: "Creates a lead: a person who may become a customer.",
    input: z.object({
      LastName: z.string().min(1),
      Company: z.string().min(1).describe("Name of the company."),
      FirstName: z.string().optional(),
      Email: z.string().optional(),
      Phone: z.string().optional(),
      Title: z.string().optional().describe("Position in the company."),
      LeadSource: z.string().optional().describe("Such as `Web`."),
      Status: z.string().optional().describe("Such as `Open - Not Contacted`."),
      Description: z.string().optional(),
      OwnerId: ownerId,
    }),
    output: saved,
    scopes: api,
    request: { method: "POST", path: "/sobjects/Lead" },
  }),
  defineTool({
    operation: "contacts_create",
    name: "Create a contact",
    description: "Creates a contact: a person at an account.",
    input: z.object({
      LastName: z.string().min(1),
      FirstName: z.string().optional(),
      AccountId: recordId.optional().describe("Id of the account (company)."),
      Email: z.string().optional(),
      Phone: z.string().optional(),
      Title: z.string().optional().describe("Position in the company."),
      Description: z.string().optional(),
      OwnerId: ownerId,
    }),
    output: saved,
    scopes: api,
    request: { method: "POST", path: "/sobjects/Contact" },
  }),
  defineTool({
    operation: "opportunities_create",
    name: "Create an opportunity",
    description: "Creates an opportunity: a sale that may come.",
    input: z.object({
      Name: z.string().min(1),
      StageName: z.string().min(1).describe("Such as `Prospecting`; objects_describe lists the stages."),
      CloseDate: z.string().describe("When it is expected to close: `2030-01-31`."),
      AccountId: recordId.optional().describe("Id of the account (company)."),
      Amount: z.number().optional(),
      Description: z.string().optional(),
      OwnerId: ownerId,
    }),
    output: saved,
    scopes: api,
    request: { method: "POST", path: "/sobjects/Opportunity" },
  }),
  defineTool({
    operation: "tasks_create",
    name: "Create a task",
    description: "Creates a task, such as a call, about a person or a record.",
    input: z.object({
      Subject: z.string().min(1),
      ActivityDate: z.string().optional().describe("When it is due: `2030-01-31`."),
      Status: z.string().optional().describe("Such as `Not Started` or `Completed`."),
      Priority: z.enum(["High", "Normal", "Low"]).optional(),
      WhoId: recordId.optional().describe("Id of the lead or contact."),
      WhatId: recordId.optional().describe("Id of the account, opportunity or other record."),
      Description: z.string().optional(),
      OwnerId: ownerId,
    }),
    output: saved,
    scopes: api,
    request: { method: "POST", path: "/sobjects/Task" },
  }),
];
