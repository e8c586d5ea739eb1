import { z } from "@bowline/catalog/application";

export const eventId = z
  .string()
  .min(1)
  .describe("Id of the event, a long text such as `AAMkAGI2THVSAAA=`, from events_list.");
export const top = z.int().min(1).max(1000).optional().describe("Results on a page. Default 10.");
export const time = z.object({
  dateTime: z.string().describe("Date and time without an offset, such as `2030-01-10T09:00:00`."),
  timeZone: z.string().describe("IANA or Windows name, such as `Europe/Paris` or `UTC`."),
});
export const comment = z.string().optional().describe("Text that the other people get.");

const attendee = z.object({
  emailAddress: z.object({ address: z.string(), name: z.string().optional() }),
  type: z.enum(["required", "optional", "resource"]).optional().describe("Default `required`."),
});

/** What the user may set of an event. */
export const eventMembers = {
  subject: z.string().describe("The title."),
  body: z
    .object({ contentType: z.enum(["text", "html"]), content: z.string() })
    .describe("The text of the invitation."),
  start: time.describe("When it begins."),
  end: time.describe("When it ends."),
  location: z.object({ displayName: z.string() }).describe("Where it is."),
  attendees: z.array(attendee).describe("The guests, who get an invitation. A list replaces the whole list."),
  isAllDay: z.boolean().describe("A whole day: start and end are then midnight."),
  isOnlineMeeting: z.boolean().describe("Adds a Teams meeting."),
  showAs: z.enum(["free", "tentative", "busy", "oof", "workingElsewhere"]),
  sensitivity: z.enum(["normal", "personal", "private", "confidential"]),
  categories: z.array(z.string()),
  reminderMinutesBeforeStart: z.int().min(0),
  recurrence: z
    .object({
      pattern: z.looseObject({
        type: z.enum([
          "daily",
          "weekly",
          "absoluteMonthly",
          "relativeMonthly",
          "absoluteYearly",
          "relativeYearly",
        ]),
        interval: z.int().min(1),
        daysOfWeek: z.array(z.string()).optional().describe("Such as `monday`."),
        dayOfMonth: z.int().optional(),
        month: z.int().optional(),
      }),
      range: z.looseObject({
        type: z.enum(["endDate", "noEnd", "numbered"]),
        startDate: z.string().describe("Such as `2030-01-10`."),
        endDate: z.string().optional(),
        numberOfOccurrences: z.int().optional(),
      }),
    })
    .describe("How the event repeats."),
};

export const event = z.looseObject({
  id: z.string(),
  subject: z.string().nullish(),
  bodyPreview: z.string().optional(),
  start: z.looseObject({ dateTime: z.string(), timeZone: z.string() }).optional(),
  end: z.looseObject({ dateTime: z.string(), timeZone: z.string() }).optional(),
  location: z.looseObject({ displayName: z.string().nullish() }).optional(),
  attendees: z.array(z.looseObject({})).optional(),
  organizer: z.looseObject({}).optional(),
  isAllDay: z.boolean().optional(),
  isCancelled: z.boolean().optional(),
  onlineMeeting: z.looseObject({ joinUrl: z.string().nullish() }).nullish(),
  webLink: z.string().optional(),
});
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ value: z.array(item), "@odata.nextLink": z.string().optional() });
export const paging = {
  kind: "bodyLink",
  linkPath: "/@odata.nextLink",
  sizeParameter: "top",
  maxSize: 1000,
} as const;
export const read = ["Calendars.Read"];
export const write = ["Calendars.ReadWrite"];
export const nothing = z.unknown().describe("Nothing.");
