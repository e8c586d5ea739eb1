import type { ToolExamples } from "@bowline/catalog/application";

const at = { baseId: "appEr9mK0yQw6Zq3X", tableId: "tblT5nZxW2b8fQk1R" };
const path = "/appEr9mK0yQw6Zq3X/tblT5nZxW2b8fQk1R";
const record = {
  id: "recZ6qSLw0OCA61ul",
  createdTime: "2030-01-10T09:00:00.000Z",
  fields: { Name: "Ada", Age: 36 },
};
const comment = {
  id: "comB5z37Mg9zaEPw6",
  author: { id: "usrL2PNC5o3H4lBEi", email: "ada@example.com", name: "Ada" },
  createdTime: "2030-01-10T09:00:00.000Z",
  lastUpdatedTime: null,
  text: "Looks right.",
};
const metaPath = "/meta/bases/appEr9mK0yQw6Zq3X/tables";
const name = { id: "fld1VnoyuotSTyxW1", name: "Name", type: "singleLineText" };

export const examples: ToolExamples = {
  records_list: {
    input: { ...at, filterByFormula: "{Age} > 30", sort: [{ field: "Name" }], pageSize: 2 },
    request: {
      method: "POST",
      path: `${path}/listRecords`,
      body: { filterByFormula: "{Age} > 30", sort: [{ field: "Name" }], pageSize: 2 },
    },
    response: { records: [record] },
  },
  records_get: {
    input: { ...at, recordId: record.id },
    request: { method: "GET", path: `${path}/${record.id}` },
    response: record,
  },
  records_create: {
    input: { ...at, records: [{ fields: { Name: "Ada", Age: 36 } }], typecast: true },
    request: {
      method: "POST",
      path,
      body: { records: [{ fields: { Name: "Ada", Age: 36 } }], typecast: true },
    },
    response: { records: [record] },
  },
  records_update: {
    input: { ...at, records: [{ id: record.id, fields: { Age: 37 } }] },
    request: { method: "PATCH", path, body: { records: [{ id: record.id, fields: { Age: 37 } }] } },
    response: { records: [{ ...record, fields: { Name: "Ada", Age: 37 } }] },
  },
  records_upsert: {
    input: { ...at, fieldsToMergeOn: ["Name"], records: [{ fields: { Name: "Ada", Age: 38 } }] },
    request: {
      method: "PATCH",
      path,
      body: { performUpsert: { fieldsToMergeOn: ["Name"] }, records: [{ fields: { Name: "Ada", Age: 38 } }] },
    },
    response: { createdRecords: [], updatedRecords: [record.id], records: [record] },
  },
  records_delete: {
    input: { ...at, recordIds: [record.id, "rec3lbPRG4aVqkeOQ"] },
    request: { method: "DELETE", path, query: { "records[]": [record.id, "rec3lbPRG4aVqkeOQ"] } },
    response: {
      records: [
        { id: record.id, deleted: true },
        { id: "rec3lbPRG4aVqkeOQ", deleted: true },
      ],
    },
  },
  comments_list: {
    input: { ...at, recordId: record.id },
    request: { method: "GET", path: `${path}/${record.id}/comments` },
    response: { comments: [comment], offset: null },
  },
  comments_create: {
    input: { ...at, recordId: record.id, text: "Looks right." },
    request: { method: "POST", path: `${path}/${record.id}/comments`, body: { text: "Looks right." } },
    response: comment,
  },
  bases_list: {
    input: {},
    request: { method: "GET", path: "/meta/bases" },
    response: { bases: [{ id: at.baseId, name: "People", permissionLevel: "create" }] },
  },
  tables_list: {
    input: { baseId: at.baseId },
    request: { method: "GET", path: metaPath },
    response: {
      tables: [
        {
          id: at.tableId,
          name: "People",
          primaryFieldId: name.id,
          fields: [name],
          views: [{ id: "viwQpsuEDqHFqegkp", name: "All", type: "grid" }],
        },
      ],
    },
  },
  tables_create: {
    input: { baseId: at.baseId, name: "Cities", fields: [{ name: "Name", type: "singleLineText" }] },
    request: {
      method: "POST",
      path: metaPath,
      body: { name: "Cities", fields: [{ name: "Name", type: "singleLineText" }] },
    },
    response: { id: "tblaM2bKg8vQX1tQ0", name: "Cities", primaryFieldId: name.id, fields: [name], views: [] },
  },
  fields_create: {
    input: { ...at, name: "Visits", type: "number", options: { precision: 0 } },
    request: {
      method: "POST",
      path: `${metaPath}/${at.tableId}/fields`,
      body: { name: "Visits", type: "number", options: { precision: 0 } },
    },
    response: { id: "fldumZe00w09RYTW6", name: "Visits", type: "number", options: { precision: 0 } },
  },
  whoami_get: {
    input: {},
    request: { method: "GET", path: "/meta/whoami" },
    response: { id: "usrL2PNC5o3H4lBEi", scopes: ["user.email:read"], email: "ada@example.com" },
  },
};
