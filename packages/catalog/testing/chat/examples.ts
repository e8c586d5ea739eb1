import type { ToolExamples } from "@bowline/catalog/application";

const general = {
  id: "C012AB3CD",
  name: "general",
  is_channel: true,
  is_private: false,
  is_archived: false,
  is_member: true,
  created: 1449252889,
  creator: "U061F7AUR",
  topic: { value: "Company-wide announcements", creator: "", last_set: 0 },
  purpose: { value: "For everyone", creator: "", last_set: 0 },
  num_members: 4,
};

const ada = {
  id: "U061F7AUR",
  team_id: "T012AB3C4",
  name: "ada",
  real_name: "Ada Example",
  tz: "Europe/London",
  deleted: false,
  is_bot: false,
  is_admin: true,
  profile: { display_name: "ada", email: "ada@example.com", title: "Engineer", status_text: "" },
};

export const examples: ToolExamples = {
  channels_list: {
    input: { types: "public_channel,private_channel", exclude_archived: true, limit: 2 },
    request: {
      method: "GET",
      path: "/conversations.list",
      query: { types: "public_channel,private_channel", exclude_archived: "true", limit: "2" },
    },
    response: { ok: true, channels: [general], response_metadata: { next_cursor: "" } },
  },
  channels_get: {
    input: { channel: "C012AB3CD", include_num_members: true },
    request: {
      method: "GET",
      path: "/conversations.info",
      query: { channel: "C012AB3CD", include_num_members: "true" },
    },
    response: { ok: true, channel: general },
  },
  channels_create: {
    input: { name: "launch", is_private: false },
    request: { method: "POST", path: "/conversations.create", body: { name: "launch", is_private: false } },
    response: { ok: true, channel: { ...general, id: "C0EAQDV4Z", name: "launch" } },
  },
  channels_invite: {
    input: { channel: "C012AB3CD", users: "U061F7AUR,U0G9QF9C6" },
    request: {
      method: "POST",
      path: "/conversations.invite",
      body: { channel: "C012AB3CD", users: "U061F7AUR,U0G9QF9C6" },
    },
    response: { ok: true, channel: general },
  },
  channels_join: {
    input: { channel: "C012AB3CD" },
    request: { method: "POST", path: "/conversations.join", body: { channel: "C012AB3CD" } },
    response: { ok: true, channel: general, response_metadata: {} },
  },
  channel_members_list: {
    input: { channel: "C012AB3CD" },
    request: { method: "GET", path: "/conversations.members", query: { channel: "C012AB3CD" } },
    response: { ok: true, members: ["U061F7AUR", "U0G9QF9C6"], response_metadata: { next_cursor: "" } },
  },
  direct_messages_open: {
    input: { users: "U061F7AUR" },
    request: { method: "POST", path: "/conversations.open", body: { users: "U061F7AUR" } },
    response: { ok: true, channel: { id: "D069C7QFK" } },
  },
  messages_list: {
    input: { channel: "C012AB3CD", oldest: "1512085950.000000", limit: 1 },
    request: {
      method: "GET",
      path: "/conversations.history",
      query: { channel: "C012AB3CD", oldest: "1512085950.000000", limit: "1" },
    },
    response: {
      ok: true,
      messages: [
        { type: "message", user: "U061F7AUR", text: "What happened yesterday?", ts: "1512085950.000216" },
      ],
      has_more: false,
    },
  },
  thread_replies_list: {
    input: { channel: "C012AB3CD", ts: "1482960137.003543" },
    request: {
      method: "GET",
      path: "/conversations.replies",
      query: { channel: "C012AB3CD", ts: "1482960137.003543" },
    },
    response: {
      ok: true,
      messages: [
        {
          type: "message",
          user: "U061F7AUR",
          text: "island",
          thread_ts: "1482960137.003543",
          reply_count: 1,
          ts: "1482960137.003543",
        },
        {
          type: "message",
          user: "U0G9QF9C6",
          text: "one island",
          thread_ts: "1482960137.003543",
          ts: "1483037603.017503",
        },
      ],
      has_more: false,
    },
  },
  messages_send: [
    {
      input: { channel: "C012AB3CD", text: "Here is a message for you" },
      request: {
        method: "POST",
        path: "/chat.postMessage",
        body: { channel: "C012AB3CD", text: "Here is a message for you" },
      },
      response: {
        ok: true,
        channel: "C012AB3CD",
        ts: "1503435956.000247",
        message: {
          type: "message",
          bot_id: "B123ABC456",
          text: "Here is a message for you",
          ts: "1503435956.000247",
        },
      },
    },
    {
      input: { channel: "C012AB3CD", text: "Agreed", thread_ts: "1503435956.000247", reply_broadcast: true },
      request: {
        method: "POST",
        path: "/chat.postMessage",
        body: { channel: "C012AB3CD", text: "Agreed", thread_ts: "1503435956.000247", reply_broadcast: true },
      },
      response: { ok: true, channel: "C012AB3CD", ts: "1503435990.000300" },
    },
  ],
  messages_update: {
    input: { channel: "C012AB3CD", ts: "1503435956.000247", text: "Updated text" },
    request: {
      method: "POST",
      path: "/chat.update",
      body: { channel: "C012AB3CD", ts: "1503435956.000247", text: "Updated text" },
    },
    response: { ok: true, channel: "C012AB3CD", ts: "1503435956.000247", text: "Updated text" },
  },
  messages_delete: {
    input: { channel: "C012AB3CD", ts: "1503435956.000247" },
    request: {
      method: "POST",
      path: "/chat.delete",
      body: { channel: "C012AB3CD", ts: "1503435956.000247" },
    },
    response: { ok: true, channel: "C012AB3CD", ts: "1503435956.000247" },
  },
  messages_schedule: {
    input: { channel: "C012AB3CD", post_at: 1893456000, text: "Happy new year" },
    request: {
      method: "POST",
      path: "/chat.scheduleMessage",
      body: { channel: "C012AB3CD", post_at: 1893456000, text: "Happy new year" },
    },
    response: { ok: true, channel: "C012AB3CD", scheduled_message_id: "Q1298393284", post_at: 1893456000 },
  },
  message_permalink_get: {
    input: { channel: "C012AB3CD", message_ts: "1503435956.000247" },
    request: {
      method: "GET",
      path: "/chat.getPermalink",
      query: { channel: "C012AB3CD", message_ts: "1503435956.000247" },
    },
    response: {
      ok: true,
      channel: "C012AB3CD",
      permalink: "https://example.slack.com/archives/C012AB3CD/p1503435956000247",
    },
  },
  messages_search: {
    input: { query: "launch in:#general", count: 20, sort: "timestamp" },
    request: {
      method: "GET",
      path: "/search.messages",
      query: { query: "launch in:#general", count: "20", sort: "timestamp" },
    },
    response: {
      ok: true,
      query: "launch in:#general",
      messages: {
        total: 1,
        matches: [
          {
            channel: { id: "C012AB3CD", name: "general" },
            user: "U061F7AUR",
            username: "ada",
            text: "The launch is on Monday",
            ts: "1508284197.000015",
            permalink: "https://example.slack.com/archives/C012AB3CD/p1508284197000015",
          },
        ],
      },
    },
  },
  files_send: {
    input: { channel: "C012AB3CD", file_name: "plan.md", content: "# Plan", comment: "Our plan" },
    exchanges: [
      {
        request: {
          method: "GET",
          path: "/files.getUploadURLExternal",
          query: { filename: "plan.md", length: "6" },
        },
        response: {
          ok: true,
          upload_url: "https://slack.com/api/upload/v1/ABC123",
          file_id: "F123ABC456",
        },
      },
      { request: { method: "POST", path: "/upload/v1/ABC123", body: "# Plan" }, response: "OK - 6" },
      {
        request: {
          method: "POST",
          path: "/files.completeUploadExternal",
          body: {
            files: [{ id: "F123ABC456", title: "plan.md" }],
            channel_id: "C012AB3CD",
            initial_comment: "Our plan",
          },
        },
        response: { ok: true, files: [{ id: "F123ABC456", title: "plan.md" }] },
      },
    ],
  },
  reactions_add: {
    input: { channel: "C012AB3CD", timestamp: "1503435956.000247", name: "thumbsup" },
    request: {
      method: "POST",
      path: "/reactions.add",
      body: { channel: "C012AB3CD", timestamp: "1503435956.000247", name: "thumbsup" },
    },
    response: { ok: true },
  },
  auth_test: {
    input: {},
    request: { method: "POST", path: "/auth.test" },
    response: {
      ok: true,
      url: "https://example.slack.com/",
      team: "Example",
      user: "bowline",
      team_id: "T012AB3C4",
      user_id: "U0G9QF9C6",
      bot_id: "B123ABC456",
    },
  },
  users_list: {
    input: { limit: 1 },
    request: { method: "GET", path: "/users.list", query: { limit: "1" } },
    response: { ok: true, members: [ada], response_metadata: { next_cursor: "" } },
  },
  users_get: {
    input: { user: "U061F7AUR" },
    request: { method: "GET", path: "/users.info", query: { user: "U061F7AUR" } },
    response: { ok: true, user: ada },
  },
  users_find_by_email: {
    input: { email: "ada@example.com" },
    request: { method: "GET", path: "/users.lookupByEmail", query: { email: "ada@example.com" } },
    response: { ok: true, user: ada },
  },
};
