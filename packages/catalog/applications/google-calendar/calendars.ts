import { defineTool, z } from "@bowline/catalog/application";
import { calendar, calendarId, pageToken } from "./shapes.ts";

const readCalendars = ["https://www.googleapis.com/auth/calendar.readonly"];
const writeCalendars = ["https://www.googleapis.com/auth/calendar"];

export const calendarTools = [
  defineTool({
    operation: "calendars_list",
    name: "List calendars",
    description:
      "Returns the calendars in the user's list with their ids, time zones and what the user may do in each.",
    input: z.object({
      minAccessRole: z
        .enum(["freeBusyReader", "reader", "writer", "owner"])
        .optional()
        .describe("Only calendars where the user may do at least this."),
      showHidden: z.boolean().optional().describe("Also hidden calendars."),
      maxResults: z.int().min(1).max(250).optional().describe("Calendars on a page. Default 100."),
      pageToken,
    }),
    output: z.looseObject({ items: z.array(calendar), nextPageToken: z.string().optional() }),
    scopes: readCalendars,
    resultsPath: "/items",
    paging: {
      kind: "cursor",
      parameter: "pageToken",
      cursorPath: "/nextPageToken",
      sizeParameter: "maxResults",
      maxSize: 250,
    },
    request: { method: "GET", path: "/users/me/calendarList" },
  }),
  defineTool({
    operation: "calendars_get",
    name: "Get a calendar",
    description: "Returns the title, description and time zone of one calendar.",
    input: z.object({ calendarId }),
    output: calendar,
    scopes: readCalendars,
    context: { type: "calendar", inputs: ["calendarId"] },
    request: { method: "GET", path: "/calendars/{calendarId}" },
  }),
  defineTool({
    operation: "calendars_create",
    name: "Create a calendar",
    description:
      "Creates a further calendar that the user owns. To put something in a calendar, use events_create.",
    input: z.object({
      summary: z.string().min(1).describe("The calendar's title."),
      description: z.string().optional(),
      timeZone: z.string().optional().describe("IANA name, such as `Europe/Paris`."),
    }),
    output: calendar,
    scopes: writeCalendars,
    request: { method: "POST", path: "/calendars" },
  }),
  defineTool({
    operation: "calendars_share",
    name: "Share a calendar",
    description: "Gives a person, a group or everybody access to a calendar.",
    input: z.object({
      calendarId,
      role: z
        .enum(["freeBusyReader", "reader", "writer", "owner", "none"])
        .describe("What they may do; `freeBusyReader` sees only when time is taken."),
      scope: z.object({
        type: z.enum(["user", "group", "domain", "default"]).describe("`default` is the public."),
        value: z.string().optional().describe("E-mail address or domain. Not for `default`."),
      }),
      sendNotifications: z.boolean().optional().describe("Whether they get a mail. Default true."),
    }),
    output: z.looseObject({ id: z.string(), role: z.string() }),
    scopes: writeCalendars,
    context: { type: "calendar", inputs: ["calendarId"] },
    request: { method: "POST", path: "/calendars/{calendarId}/acl", query: ["sendNotifications"] },
  }),
  defineTool({
    operation: "free_busy_query",
    name: "Find busy times",
    description:
      "Returns when calendars are taken between two times, without what is in them. Use it to find a time to meet.",
    input: z.object({
      timeMin: z
        .string()
        .describe("Begin of the period: RFC 3339 with offset, such as `2030-01-10T08:00:00Z`."),
      timeMax: z.string().describe("End of the period."),
      timeZone: z.string().optional().describe("Time zone of the times returned. Default UTC."),
      items: z
        .array(z.object({ id: z.string().describe("Id of a calendar: usually a person's e-mail address.") }))
        .min(1)
        .max(50)
        .describe("The calendars."),
    }),
    output: z.looseObject({
      calendars: z.record(
        z.string(),
        z.looseObject({ busy: z.array(z.looseObject({ start: z.string(), end: z.string() })) }),
      ),
    }),
    hints: { readOnly: true, idempotent: true },
    scopes: ["https://www.googleapis.com/auth/calendar.freebusy"],
    request: { method: "POST", path: "/freeBusy" },
  }),
];
