import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { calendarId, event, eventId, eventMembers, pageToken, sendUpdates } from "./shapes.ts";

const readEvents = ["https://www.googleapis.com/auth/calendar.events.readonly"];
const writeEvents = ["https://www.googleapis.com/auth/calendar.events"];
const context = { type: "calendar", inputs: ["calendarId"] };
const events = z.looseObject({
  items: z.array(event),
  nextPageToken: z.string().optional(),
  timeZone: z.string().optional(),
});
const paging = {
  kind: "cursor",
  parameter: "pageToken",
  cursorPath: "/nextPageToken",
  sizeParameter: "maxResults",
  maxSize: 2500,
} as const;
const optionalMembers = z.object(eventMembers).partial().shape;

export const eventTools = [
  defineTool({
    operation: "events_list",
    name: "List events",
    description:
      "Finds events of one calendar by time and words. For an agenda, set singleEvents and orderBy `startTime`, so that repeated events are listed one by one.",
    input: z.object({
      calendarId,
      timeMin: z.string().optional().describe("Only events that end after this time: RFC 3339 with offset."),
      timeMax: z
        .string()
        .optional()
        .describe("Only events that begin before this time: RFC 3339 with offset."),
      q: z.string().optional().describe("Words to find in title, description, place and guests."),
      singleEvents: z
        .boolean()
        .optional()
        .describe("Repeated events one by one. Default false: the series as one event."),
      orderBy: z
        .enum(["startTime", "updated"])
        .optional()
        .describe("`startTime` needs singleEvents. Default: no certain order."),
      timeZone: z.string().optional().describe("Time zone of the times returned, such as `Europe/Paris`."),
      updatedMin: z.string().optional().describe("Only events changed since this time."),
      showDeleted: z.boolean().optional().describe("Also canceled events."),
      maxResults: z.int().min(1).max(2500).optional().describe("Events on a page. Default 250."),
      pageToken,
    }),
    output: events,
    scopes: readEvents,
    resultsPath: "/items",
    paging,
    context,
    request: { method: "GET", path: "/calendars/{calendarId}/events" },
  }),
  defineTool({
    operation: "events_get",
    name: "Get an event",
    description: "Returns one event with its times, guests and their responses.",
    input: z.object({ calendarId, eventId }),
    output: event,
    scopes: readEvents,
    context,
    request: { method: "GET", path: "/calendars/{calendarId}/events/{eventId}" },
  }),
  defineTool({
    operation: "events_create",
    name: "Create an event",
    description:
      "Puts an event in a calendar, with guests, a repetition or a Google Meet link if wanted. Guests get a mail only with sendUpdates `all`.",
    input: z.object({
      calendarId,
      ...optionalMembers,
      start: eventMembers.start,
      end: eventMembers.end,
      sendUpdates,
    }),
    output: event,
    scopes: writeEvents,
    context,
    request: {
      method: "POST",
      path: "/calendars/{calendarId}/events",
      query: { sendUpdates: fromInput("sendUpdates"), conferenceDataVersion: 1 },
    },
  }),
  defineTool({
    operation: "events_update",
    name: "Change an event",
    description:
      "Changes only the members given, such as the time or the guests. The list of guests replaces the old one: read it first with events_get.",
    input: z.object({ calendarId, eventId, ...optionalMembers, sendUpdates }),
    output: event,
    hints: { destructive: true, idempotent: true },
    scopes: writeEvents,
    context,
    request: {
      method: "PATCH",
      path: "/calendars/{calendarId}/events/{eventId}",
      query: { sendUpdates: fromInput("sendUpdates"), conferenceDataVersion: 1 },
    },
  }),
  defineTool({
    operation: "events_delete",
    name: "Delete an event",
    description:
      "Deletes an event for good. With the id of a series, the whole series; with that of one occurrence, only that one.",
    input: z.object({ calendarId, eventId, sendUpdates }),
    output: z.unknown().describe("Nothing."),
    scopes: writeEvents,
    context,
    request: { method: "DELETE", path: "/calendars/{calendarId}/events/{eventId}" },
  }),
  defineTool({
    operation: "events_quick_add",
    name: "Create an event from a sentence",
    description:
      "Creates an event from English text such as `Lunch with Ada tomorrow at noon`. Google reads the time out of it.",
    input: z.object({ calendarId, text: z.string().min(1).describe("The sentence."), sendUpdates }),
    output: event,
    scopes: writeEvents,
    context,
    request: {
      method: "POST",
      path: "/calendars/{calendarId}/events/quickAdd",
      query: ["text", "sendUpdates"],
    },
  }),
  defineTool({
    operation: "events_instances",
    name: "List occurrences of a repeated event",
    description:
      "Returns the single occurrences of a series, each with an id of its own for events_update or events_delete.",
    input: z.object({
      calendarId,
      eventId: eventId.describe("Id of the series: `recurringEventId` of an occurrence."),
      timeMin: z
        .string()
        .optional()
        .describe("Only occurrences that end after this time: RFC 3339 with offset."),
      timeMax: z.string().optional().describe("Only occurrences that begin before this time."),
      maxResults: z.int().min(1).max(2500).optional().describe("Occurrences on a page. Default 250."),
      pageToken,
    }),
    output: events,
    scopes: readEvents,
    resultsPath: "/items",
    paging,
    context,
    request: { method: "GET", path: "/calendars/{calendarId}/events/{eventId}/instances" },
  }),
  defineTool({
    operation: "events_move",
    name: "Move an event to another calendar",
    description: "Moves an event to another calendar of the user and so changes its organizer.",
    input: z.object({
      calendarId,
      eventId,
      destination: z.string().min(1).describe("Id of the calendar to move it to."),
      sendUpdates,
    }),
    output: event,
    scopes: writeEvents,
    context,
    request: {
      method: "POST",
      path: "/calendars/{calendarId}/events/{eventId}/move",
      query: ["destination", "sendUpdates"],
    },
  }),
];
