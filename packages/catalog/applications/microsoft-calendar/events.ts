import { defineTool, fromInput, z } from "@bowline/catalog/application";
import {
  comment,
  event,
  eventId,
  eventMembers,
  nothing,
  pageOf,
  paging,
  read,
  top,
  write,
} from "./shapes.ts";

const optionalMembers = z.object(eventMembers).partial().shape;
const calendarId = z.string().min(1).describe("Id of the calendar, from calendars_list.");
const newEvent = {
  ...optionalMembers,
  subject: eventMembers.subject,
  start: eventMembers.start,
  end: eventMembers.end,
};
const response = z.object({
  eventId,
  comment,
  sendResponse: z.boolean().optional().describe("Whether the organizer gets a mail. Default true."),
});
const listFields =
  "id,subject,bodyPreview,start,end,location,attendees,organizer,isAllDay,isCancelled,onlineMeeting,webLink,seriesMasterId,showAs";

export const eventTools = [
  defineTool({
    operation: "agenda_list",
    name: "List events of a period",
    description:
      "Returns all events between two times in the user's calendar, each occurrence of a series by itself. Use it to see what a day or week holds.",
    input: z.object({
      startDateTime: z
        .string()
        .describe("Begin of the period, such as `2030-01-10T00:00:00Z`. Without an offset it is UTC."),
      endDateTime: z.string().describe("End of the period."),
      orderby: z.string().optional().describe("Such as `start/dateTime`."),
      top,
    }),
    output: pageOf(event),
    scopes: read,
    resultsPath: "/value",
    paging,
    request: {
      method: "GET",
      path: "/me/calendarView",
      query: {
        startDateTime: fromInput("startDateTime"),
        endDateTime: fromInput("endDateTime"),
        $orderby: fromInput("orderby"),
        $top: fromInput("top"),
        $select: listFields,
      },
    },
  }),
  defineTool({
    operation: "events_list",
    name: "Search events",
    description:
      "Finds events and masters of series by a filter, whenever they are. For a day or a week use agenda_list.",
    input: z.object({
      filter: z
        .string()
        .optional()
        .describe(
          "OData filter, such as `contains(subject,'review') and start/dateTime ge '2030-01-01T00:00:00Z'`.",
        ),
      orderby: z.string().optional().describe("Such as `start/dateTime desc`."),
      top,
    }),
    output: pageOf(event),
    scopes: read,
    resultsPath: "/value",
    paging,
    request: {
      method: "GET",
      path: "/me/events",
      query: {
        $filter: fromInput("filter"),
        $orderby: fromInput("orderby"),
        $top: fromInput("top"),
        $select: listFields,
      },
    },
  }),
  defineTool({
    operation: "events_get",
    name: "Get an event",
    description: "Returns one event with its text, guests and their responses.",
    input: z.object({ eventId }),
    output: event,
    scopes: read,
    request: {
      method: "GET",
      path: "/me/events/{eventId}",
      headers: { Prefer: 'outlook.body-content-type="text"' },
    },
  }),
  defineTool({
    operation: "events_create",
    name: "Create an event",
    description: "Puts an event in the user's default calendar. Guests get an invitation at once.",
    input: z.object(newEvent),
    output: event,
    scopes: write,
    request: { method: "POST", path: "/me/events" },
  }),
  defineTool({
    operation: "calendars_events_create",
    name: "Create an event in a calendar",
    description: "Puts an event in a certain calendar of the user. Guests get an invitation at once.",
    input: z.object({ calendarId, ...newEvent }),
    output: event,
    scopes: write,
    context: { type: "calendar", inputs: ["calendarId"] },
    request: { method: "POST", path: "/me/calendars/{calendarId}/events" },
  }),
  defineTool({
    operation: "events_update",
    name: "Change an event",
    description: "Changes only the members given. Guests are told. The list of guests replaces the old one.",
    input: z.object({ eventId, ...optionalMembers }),
    output: event,
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: { method: "PATCH", path: "/me/events/{eventId}" },
  }),
  defineTool({
    operation: "events_cancel",
    name: "Cancel a meeting",
    description: "Cancels a meeting that the user organizes, and sends the guests a message.",
    input: z.object({ eventId, comment }),
    output: nothing,
    hints: { destructive: true },
    scopes: write,
    request: { method: "POST", path: "/me/events/{eventId}/cancel" },
  }),
  defineTool({
    operation: "events_delete",
    name: "Delete an event",
    description:
      "Removes an event from the calendar. To tell the guests of a meeting something, use events_cancel.",
    input: z.object({ eventId }),
    output: nothing,
    scopes: write,
    request: { method: "DELETE", path: "/me/events/{eventId}" },
  }),
  defineTool({
    operation: "events_accept",
    name: "Accept an invitation",
    description: "Accepts a meeting that the user is invited to.",
    input: response,
    output: nothing,
    hints: { idempotent: true },
    scopes: write,
    request: { method: "POST", path: "/me/events/{eventId}/accept" },
  }),
  defineTool({
    operation: "events_decline",
    name: "Decline an invitation",
    description: "Declines a meeting that the user is invited to, and takes it out of the calendar.",
    input: response,
    output: nothing,
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: { method: "POST", path: "/me/events/{eventId}/decline" },
  }),
];
