import type { ToolExamples } from "@bowline/catalog/application";

const template = {
  id: "d-f43daeeaef504760851f727007e0b5d0",
  name: "Welcome",
  generation: "dynamic",
  versions: [],
};
const list = { id: "ca7f4b3d-1fd9-4be5-8f9a-1d3b3b1f5f60", name: "Readers", contact_count: 0 };
const ada = { email: "ada@example.com", name: "Ada" };
const job = { job_id: "8f2b9c7e-1d3a-4f5b-9c6d-7e8f9a0b1c2d" };

export const examples: ToolExamples = {
  mail_send: [
    {
      input: {
        from: ada,
        to: [{ email: "grace@example.com" }],
        subject: "Hello",
        content: [{ type: "text/plain", value: "How are you?" }],
      },
      request: {
        method: "POST",
        path: "/mail/send",
        body: {
          personalizations: [{ to: [{ email: "grace@example.com" }] }],
          from: ada,
          subject: "Hello",
          content: [{ type: "text/plain", value: "How are you?" }],
        },
      },
      response: null,
      status: 202,
    },
    {
      input: {
        from: ada,
        to: [{ email: "grace@example.com" }],
        template_id: template.id,
        dynamic_template_data: { name: "Grace" },
      },
      request: {
        method: "POST",
        path: "/mail/send",
        body: {
          personalizations: [
            { to: [{ email: "grace@example.com" }], dynamic_template_data: { name: "Grace" } },
          ],
          from: ada,
          template_id: template.id,
        },
      },
      response: null,
      status: 202,
    },
  ],
  templates_list: {
    input: {},
    request: { method: "GET", path: "/templates", query: { generations: "dynamic", page_size: "100" } },
    response: { result: [template], _metadata: { count: 1 } },
  },
  templates_get: {
    input: { templateId: template.id },
    request: { method: "GET", path: `/templates/${template.id}` },
    response: template,
  },
  senders_list: {
    input: { limit: 10 },
    request: { method: "GET", path: "/verified_senders", query: { limit: "10" } },
    response: { results: [{ id: 1234, nickname: "Ada", from_email: "ada@example.com", verified: true }] },
  },
  stats_get: {
    input: { start_date: "2030-01-01", aggregated_by: "day" },
    request: { method: "GET", path: "/stats", query: { start_date: "2030-01-01", aggregated_by: "day" } },
    response: [{ date: "2030-01-01", stats: [{ metrics: { delivered: 5, opens: 3, bounces: 0 } }] }],
  },
  bounces_list: {
    input: { limit: 1 },
    request: { method: "GET", path: "/suppression/bounces", query: { limit: "1" } },
    response: [{ created: 1893456000, email: "nobody@example.com", reason: "550 unknown", status: "5.1.1" }],
  },
  bounces_delete: {
    input: { email: "nobody@example.com" },
    request: { method: "DELETE", path: "/suppression/bounces/nobody%40example.com" },
    response: null,
    status: 204,
  },
  account_get: {
    input: {},
    request: { method: "GET", path: "/user/username" },
    response: { username: "ada", user_id: 1 },
  },
  lists_list: {
    input: {},
    request: { method: "GET", path: "/marketing/lists" },
    response: { result: [list], _metadata: { count: 1 } },
  },
  lists_create: {
    input: { name: "Readers" },
    request: { method: "POST", path: "/marketing/lists", body: { name: "Readers" } },
    response: list,
    status: 201,
  },
  contacts_upsert: {
    input: { list_ids: [list.id], contacts: [{ email: "grace@example.com", first_name: "Grace" }] },
    request: {
      method: "PUT",
      path: "/marketing/contacts",
      body: { list_ids: [list.id], contacts: [{ email: "grace@example.com", first_name: "Grace" }] },
    },
    response: job,
    status: 202,
  },
  contacts_search: {
    input: { query: "email LIKE '%@example.com'" },
    request: {
      method: "POST",
      path: "/marketing/contacts/search",
      body: { query: "email LIKE '%@example.com'" },
    },
    response: {
      result: [{ id: job.job_id, email: "grace@example.com", first_name: "Grace" }],
      contact_count: 1,
    },
  },
  contacts_delete: {
    input: { ids: job.job_id },
    request: { method: "DELETE", path: "/marketing/contacts", query: { ids: job.job_id } },
    response: job,
    status: 202,
  },
  single_sends_list: {
    input: {},
    request: { method: "GET", path: "/marketing/singlesends" },
    response: { result: [{ id: list.id, name: "News", status: "draft" }], _metadata: { count: 1 } },
  },
  single_sends_schedule: {
    input: { singleSendId: list.id, send_at: "now" },
    request: { method: "PUT", path: `/marketing/singlesends/${list.id}/schedule`, body: { send_at: "now" } },
    response: { send_at: "2030-01-10T09:00:00Z", status: "scheduled" },
    status: 201,
  },
};
