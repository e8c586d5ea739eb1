import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { cursorOf, meetingId, nothing, pageInputs } from "./shapes.ts";

const meeting = z.looseObject({
  id: z.int(),
  topic: z.string().optional(),
  type: z.int().optional(),
  start_time: z.string().optional(),
  duration: z.int().optional(),
  timezone: z.string().optional(),
  join_url: z.string().optional(),
});
const members = {
  topic: z.string().max(200).describe("The title."),
  type: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(8)])
    .describe("1 now, 2 planned, 3 repeated without a time, 8 repeated at a time."),
  start_time: z
    .string()
    .describe("When it begins: `2030-01-10T09:00:00Z`, or without `Z` in the time zone given."),
  duration: z.int().min(1).describe("Minutes."),
  timezone: z.string().describe("Such as `Europe/Paris`."),
  agenda: z.string().max(2000).describe("What it is about."),
  password: z.string().max(10).describe("The passcode."),
  recurrence: z
    .looseObject({
      type: z.union([z.literal(1), z.literal(2), z.literal(3)]).describe("1 daily, 2 weekly, 3 monthly."),
      repeat_interval: z.int().optional(),
      weekly_days: z.string().optional().describe("1 is Sunday: `2,4`."),
      end_times: z.int().optional().describe("How many times."),
      end_date_time: z.string().optional(),
    })
    .describe("For type 8: how it repeats."),
  settings: z
    .looseObject({
      host_video: z.boolean().optional(),
      participant_video: z.boolean().optional(),
      join_before_host: z.boolean().optional(),
      mute_upon_entry: z.boolean().optional(),
      waiting_room: z.boolean().optional(),
      auto_recording: z.enum(["local", "cloud", "none"]).optional(),
      meeting_invitees: z.array(z.object({ email: z.string() })).optional(),
    })
    .describe("How the meeting works."),
};
const optionalMembers = z.object(members).partial().shape;
const occurrence = z.string().optional().describe("Id of one occurrence of a repeated meeting.");

export const meetingTools = [
  defineTool({
    operation: "meetings_list",
    name: "List meetings",
    description: "Returns the user's planned meetings with their times and links.",
    input: z.object({
      type: z
        .enum(["scheduled", "live", "upcoming", "upcoming_meetings", "previous_meetings"])
        .optional()
        .describe("Default `scheduled`: all that are not over, and repeated ones."),
      from: z.string().optional().describe("First day: `2030-01-01`."),
      to: z.string().optional().describe("Last day."),
      ...pageInputs,
    }),
    output: z.looseObject({ meetings: z.array(meeting), next_page_token: z.string().optional() }),
    scopes: ["meeting:read:list_meetings"],
    resultsPath: "/meetings",
    paging: cursorOf(300),
    request: { method: "GET", path: "/users/me/meetings" },
  }),
  defineTool({
    operation: "meetings_get",
    name: "Get a meeting",
    description: "Returns one meeting with its agenda, settings and links.",
    input: z.object({ meetingId, occurrence_id: occurrence }),
    output: meeting,
    scopes: ["meeting:read:meeting"],
    request: { method: "GET", path: "/meetings/{meetingId}" },
  }),
  defineTool({
    operation: "meetings_create",
    name: "Create a meeting",
    description: "Plans a meeting, or begins one now, and returns the link to join.",
    input: z.object({ ...optionalMembers, topic: members.topic, type: members.type.default(2) }),
    output: meeting,
    scopes: ["meeting:write:meeting"],
    request: { method: "POST", path: "/users/me/meetings" },
  }),
  defineTool({
    operation: "meetings_update",
    name: "Change a meeting",
    description: "Changes only the members given of a planned meeting.",
    input: z.object({ meetingId, occurrence_id: occurrence, ...optionalMembers }),
    output: nothing,
    hints: { destructive: true, idempotent: true },
    scopes: ["meeting:update:meeting"],
    request: {
      method: "PATCH",
      path: "/meetings/{meetingId}",
      query: { occurrence_id: fromInput("occurrence_id") },
    },
  }),
  defineTool({
    operation: "meetings_delete",
    name: "Delete a meeting",
    description: "Deletes a planned meeting, or one occurrence of it.",
    input: z.object({
      meetingId,
      occurrence_id: occurrence,
      cancel_meeting_reminder: z.boolean().optional().describe("Tell the people who registered."),
    }),
    output: nothing,
    scopes: ["meeting:delete:meeting"],
    request: { method: "DELETE", path: "/meetings/{meetingId}" },
  }),
  defineTool({
    operation: "meetings_end",
    name: "End a meeting",
    description: "Ends a meeting that is going on, for everybody.",
    input: z.object({ meetingId }),
    output: nothing,
    hints: { destructive: true, idempotent: true },
    scopes: ["meeting:update:status"],
    request: { method: "PUT", path: "/meetings/{meetingId}/status", body: { action: "end" } },
  }),
  defineTool({
    operation: "meeting_invitation_get",
    name: "Get a meeting's invitation",
    description: "Returns the text to send to guests, with link and phone numbers.",
    input: z.object({ meetingId }),
    output: z.looseObject({ invitation: z.string() }),
    scopes: ["meeting:read:invitation"],
    request: { method: "GET", path: "/meetings/{meetingId}/invitation" },
  }),
  defineTool({
    operation: "registrants_list",
    name: "List who registered",
    description: "Returns the people who registered for a meeting.",
    input: z.object({
      meetingId,
      status: z.enum(["pending", "approved", "denied"]).optional().describe("Default `approved`."),
      ...pageInputs,
    }),
    output: z.looseObject({
      registrants: z.array(z.looseObject({ id: z.string().optional(), email: z.string() })),
    }),
    scopes: ["meeting:read:list_registrants"],
    resultsPath: "/registrants",
    paging: cursorOf(300),
    request: { method: "GET", path: "/meetings/{meetingId}/registrants" },
  }),
  defineTool({
    operation: "registrants_create",
    name: "Register a person",
    description: "Registers a person for a meeting that asks for registration, and returns their own link.",
    input: z.object({
      meetingId,
      email: z.string().min(3),
      first_name: z.string().min(1),
      last_name: z.string().optional(),
    }),
    output: z.looseObject({ registrant_id: z.string(), join_url: z.string().optional() }),
    scopes: ["meeting:write:registrant"],
    request: { method: "POST", path: "/meetings/{meetingId}/registrants" },
  }),
];
