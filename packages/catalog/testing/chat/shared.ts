import { z } from "@bowline/catalog/application";

// Shapes that several tools share: https://docs.slack.dev/reference/objects/

export const ok = { ok: z.boolean() };

export const channelId = z.string().describe("Id of a channel, such as C0123456789. channels_list gives it.");

export const cursor = z
  .string()
  .optional()
  .describe("Where the next page begins: next_cursor of the page before.");

export const nextCursor = z.object({ next_cursor: z.string().optional() }).optional();

export const channel = z.object({
  id: z.string(),
  name: z.string().optional(),
  is_channel: z.boolean().optional(),
  is_private: z.boolean().optional(),
  is_archived: z.boolean().optional(),
  is_im: z.boolean().optional(),
  is_mpim: z.boolean().optional(),
  is_member: z.boolean().optional(),
  creator: z.string().optional(),
  created: z.int().optional(),
  num_members: z.int().optional(),
  topic: z.object({ value: z.string() }).optional(),
  purpose: z.object({ value: z.string() }).optional(),
});

export const message = z.object({
  type: z.string().optional(),
  subtype: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  text: z.string().optional(),
  ts: z.string().optional().describe("Identifies the message in its channel."),
  thread_ts: z.string().optional().describe("ts of the message that the thread began with."),
  reply_count: z.int().optional(),
  reactions: z
    .array(z.object({ name: z.string(), count: z.int(), users: z.array(z.string()).optional() }))
    .optional(),
});

export const user = z.object({
  id: z.string(),
  team_id: z.string().optional(),
  name: z.string().optional(),
  real_name: z.string().optional(),
  tz: z.string().optional(),
  deleted: z.boolean().optional(),
  is_bot: z.boolean().optional(),
  is_admin: z.boolean().optional(),
  profile: z
    .object({
      display_name: z.string().optional(),
      email: z.string().optional(),
      title: z.string().optional(),
      status_text: z.string().optional(),
    })
    .optional(),
});
