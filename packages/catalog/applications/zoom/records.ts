import { defineTool, z } from "@bowline/catalog/application";
import { cursorOf, meetingId, nothing, pageInputs } from "./shapes.ts";

const recording = z.looseObject({
  uuid: z.string(),
  topic: z.string().optional(),
  start_time: z.string().optional(),
  share_url: z.string().optional(),
  recording_files: z
    .array(z.looseObject({ id: z.string().optional(), file_type: z.string().optional() }))
    .optional(),
});

/** What is left of meetings that took place, and people. */
export const recordTools = [
  defineTool({
    operation: "recordings_list",
    name: "List recordings",
    description:
      "Returns the user's cloud recordings of a period of at most a month, with links to their files.",
    input: z.object({
      from: z.string().optional().describe("First day: `2030-01-01`. Default: today."),
      to: z.string().optional().describe("Last day."),
      trash: z.boolean().optional().describe("Only those in the trash."),
      ...pageInputs,
    }),
    output: z.looseObject({ meetings: z.array(recording), next_page_token: z.string().optional() }),
    scopes: ["cloud_recording:read:list_user_recordings"],
    resultsPath: "/meetings",
    paging: cursorOf(300),
    request: { method: "GET", path: "/users/me/recordings" },
  }),
  defineTool({
    operation: "recordings_get",
    name: "Get a meeting's recordings",
    description: "Returns the recorded files of one meeting: video, audio, chat and transcript.",
    input: z.object({ meetingId }),
    output: recording,
    scopes: ["cloud_recording:read:list_recording_files"],
    request: { method: "GET", path: "/meetings/{meetingId}/recordings" },
  }),
  defineTool({
    operation: "recordings_delete",
    name: "Delete a meeting's recordings",
    description: "Moves the recorded files of one meeting to the trash, or deletes them for good.",
    input: z.object({
      meetingId,
      action: z.enum(["trash", "delete"]).optional().describe("Default `trash`."),
    }),
    output: nothing,
    scopes: ["cloud_recording:delete:meeting_recording"],
    request: { method: "DELETE", path: "/meetings/{meetingId}/recordings" },
  }),
  defineTool({
    operation: "meeting_summary_get",
    name: "Get a meeting's summary",
    description: "Returns the summary and the next steps that Zoom's AI Companion wrote.",
    input: z.object({ meetingId }),
    output: z.looseObject({
      summary_overview: z.string().optional(),
      summary_content: z.string().optional(),
    }),
    scopes: ["meeting:read:summary"],
    request: { method: "GET", path: "/meetings/{meetingId}/meeting_summary" },
  }),
  defineTool({
    operation: "past_meetings_get",
    name: "Get a meeting that is over",
    description: "Returns when a meeting really began and ended, and how many took part.",
    input: z.object({ meetingId }),
    output: z.looseObject({
      uuid: z.string(),
      topic: z.string().optional(),
      participants_count: z.int().optional(),
    }),
    scopes: ["meeting:read:past_meeting"],
    request: { method: "GET", path: "/past_meetings/{meetingId}" },
  }),
  defineTool({
    operation: "past_participants_list",
    name: "List who took part",
    description: "Returns the people who were in a meeting that is over. Needs a paid plan of Zoom.",
    input: z.object({ meetingId, ...pageInputs }),
    output: z.looseObject({ participants: z.array(z.looseObject({ name: z.string().optional() })) }),
    scopes: ["meeting:read:list_past_participants"],
    resultsPath: "/participants",
    paging: cursorOf(300),
    request: { method: "GET", path: "/past_meetings/{meetingId}/participants" },
  }),
  defineTool({
    operation: "users_list",
    name: "List users",
    description: "Returns the users of the Zoom account. Only for its administrators.",
    input: z.object({
      status: z.enum(["active", "inactive", "pending"]).optional().describe("Default `active`."),
      ...pageInputs,
    }),
    output: z.looseObject({
      users: z.array(z.looseObject({ id: z.string().optional(), email: z.string() })),
    }),
    scopes: ["user:read:list_users:admin"],
    resultsPath: "/users",
    paging: cursorOf(300),
    request: { method: "GET", path: "/users" },
  }),
  defineTool({
    operation: "users_me_get",
    name: "Get the connected user",
    description: "Returns the user that the connection acts for, with time zone and personal meeting link.",
    input: z.object({}),
    output: z.looseObject({ id: z.string(), email: z.string() }),
    scopes: ["user:read:user"],
    request: { method: "GET", path: "/users/me" },
  }),
];
