import { z } from "@bowline/catalog/application";

export const calendarId = z
  .string()
  .min(1)
  .describe("Id of the calendar, an e-mail address from calendars_list; `primary` is the user's own.");
export const eventId = z
  .string()
  .min(1)
  .describe("Id of the event, such as `7cbh8rpc10lrc0ckih9tafss99`, from events_list.");
export const pageToken = z.string().optional().describe("`nextPageToken` of the page before.");
export const sendUpdates = z
  .enum(["all", "externalOnly", "none"])
  .optional()
  .describe("Who gets a mail about the change. Default `none`.");

const time = z.object({
  dateTime: z
    .string()
    .optional()
    .describe(
      "Date and time as RFC 3339, such as `2030-01-10T09:00:00+01:00`. Without an offset, give timeZone.",
    ),
  date: z
    .string()
    .optional()
    .describe("For an all-day event: `2030-01-10`. The end's date is not part of the event."),
  timeZone: z
    .string()
    .optional()
    .describe("IANA name, such as `Europe/Paris`. Required for a repeated event."),
});

/** What the user may set of an event. */
export const eventMembers = {
  summary: z.string().describe("The title."),
  description: z.string().describe("More text; may contain HTML."),
  location: z.string().describe("An address or a place as free text."),
  start: time.describe("When it begins: dateTime, or date for a whole day."),
  end: time.describe("When it ends, of the same kind as the start."),
  attendees: z
    .array(
      z.object({
        email: z.string().describe("E-mail address of the guest, or of the room."),
        displayName: z.string().optional(),
        optional: z.boolean().optional().describe("Whether the guest need not come."),
        responseStatus: z.enum(["needsAction", "declined", "tentative", "accepted"]).optional(),
      }),
    )
    .describe("The guests. A list replaces the whole list."),
  recurrence: z.array(z.string()).describe("RFC 5545 rules, such as `RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=10`."),
  reminders: z
    .object({
      useDefault: z.boolean().describe("Whether the calendar's own reminders hold."),
      overrides: z
        .array(z.object({ method: z.enum(["email", "popup"]), minutes: z.int().min(0).max(40_320) }))
        .max(5)
        .optional(),
    })
    .describe("Reminders of the connected user."),
  conferenceData: z
    .object({
      createRequest: z.object({
        requestId: z.string().describe("Any text that is new for each event."),
        conferenceSolutionKey: z.object({ type: z.literal("hangoutsMeet") }),
      }),
    })
    .describe("Adds a Google Meet link."),
  visibility: z.enum(["default", "public", "private", "confidential"]),
  transparency: z.enum(["opaque", "transparent"]).describe("`transparent`: the time stays free."),
  colorId: z.string().describe("`1` to `11`."),
};

export const event = z.looseObject({
  id: z.string(),
  status: z.string().optional(),
  htmlLink: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  location: z.string().optional(),
  start: z.looseObject({}).optional(),
  end: z.looseObject({}).optional(),
  attendees: z.array(z.looseObject({ email: z.string().optional() })).optional(),
  organizer: z.looseObject({ email: z.string().optional() }).optional(),
  recurringEventId: z.string().optional(),
  hangoutLink: z.string().optional(),
});

export const calendar = z.looseObject({
  id: z.string(),
  summary: z.string().optional(),
  timeZone: z.string().optional(),
  primary: z.boolean().optional(),
  accessRole: z.string().optional(),
});
