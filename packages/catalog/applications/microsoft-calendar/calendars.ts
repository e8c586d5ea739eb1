import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { pageOf, paging, read, time, top, write } from "./shapes.ts";

const calendar = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  canEdit: z.boolean().optional(),
  isDefaultCalendar: z.boolean().optional(),
});

export const calendarTools = [
  defineTool({
    operation: "calendars_list",
    name: "List calendars",
    description: "Returns the user's calendars with their ids.",
    input: z.object({ top }),
    output: pageOf(calendar),
    scopes: read,
    resultsPath: "/value",
    paging,
    request: { method: "GET", path: "/me/calendars", query: { $top: fromInput("top") } },
  }),
  defineTool({
    operation: "calendars_create",
    name: "Create a calendar",
    description:
      "Creates a further calendar for the user. To put something in a calendar, use events_create.",
    input: z.object({ name: z.string().min(1).describe("Name of the calendar.") }),
    output: calendar,
    scopes: write,
    request: { method: "POST", path: "/me/calendars" },
  }),
  defineTool({
    operation: "schedules_get",
    name: "Find busy times",
    description: "Returns when people or rooms are taken between two times, by their addresses.",
    input: z.object({
      schedules: z.array(z.string()).min(1).max(20).describe("E-mail addresses of people, lists or rooms."),
      startTime: time.describe("Begin of the period."),
      endTime: time.describe("End of the period; at most 62 days."),
      availabilityViewInterval: z
        .int()
        .min(5)
        .max(1440)
        .optional()
        .describe("Minutes that one figure of `availabilityView` stands for. Default 30."),
    }),
    output: z.looseObject({
      value: z.array(
        z.looseObject({
          scheduleId: z.string(),
          availabilityView: z
            .string()
            .optional()
            .describe("0 free, 1 tentative, 2 busy, 3 out of office, 4 elsewhere."),
          scheduleItems: z.array(z.looseObject({})).optional(),
        }),
      ),
    }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/value",
    request: { method: "POST", path: "/me/calendar/getSchedule" },
  }),
  defineTool({
    operation: "meeting_times_find",
    name: "Suggest times to meet",
    description: "Suggests times when the user and the guests are free, best first.",
    input: z.object({
      attendees: z
        .array(
          z.object({
            type: z.enum(["required", "optional", "resource"]),
            emailAddress: z.object({ address: z.string(), name: z.string().optional() }),
          }),
        )
        .describe("The guests."),
      timeConstraint: z
        .object({ timeSlots: z.array(z.object({ start: time, end: time })).min(1) })
        .optional()
        .describe("When it may be."),
      meetingDuration: z
        .string()
        .optional()
        .describe("ISO 8601 duration, such as `PT30M`. Default 30 minutes."),
      maxCandidates: z.int().min(1).optional().describe("The largest number of suggestions."),
      minimumAttendeePercentage: z
        .number()
        .min(0)
        .max(100)
        .optional()
        .describe("How sure it must be that guests can come. Default 50."),
    }),
    output: z.looseObject({
      meetingTimeSuggestions: z.array(
        z.looseObject({ confidence: z.number().optional(), meetingTimeSlot: z.looseObject({}).optional() }),
      ),
      emptySuggestionsReason: z.string().optional(),
    }),
    hints: { readOnly: true, idempotent: true },
    scopes: ["Calendars.Read.Shared"],
    resultsPath: "/meetingTimeSuggestions",
    request: { method: "POST", path: "/me/findMeetingTimes" },
  }),
];
