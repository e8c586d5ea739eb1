import type { ToolExamples } from "@bowline/catalog/application";

const start = { dateTime: "2030-01-10T09:00:00", timeZone: "Europe/Paris" };
const end = { dateTime: "2030-01-10T09:30:00", timeZone: "Europe/Paris" };
const grace = { type: "required", emailAddress: { address: "grace@example.com" } } as const;
const event = {
  id: "AAMkAGI2THVSAAA=",
  subject: "Review",
  bodyPreview: "What we did.",
  start: { dateTime: "2030-01-10T08:00:00.0000000", timeZone: "UTC" },
  end: { dateTime: "2030-01-10T08:30:00.0000000", timeZone: "UTC" },
  location: { displayName: "Room 4" },
  attendees: [{ ...grace, status: { response: "none", time: "0001-01-01T00:00:00Z" } }],
  organizer: { emailAddress: { name: "Ada Example", address: "ada@example.com" } },
  isAllDay: false,
  isCancelled: false,
  onlineMeeting: null,
  webLink: "https://outlook.office365.com/owa/?itemid=AAMkAGI2THVSAAA%3D",
};
const eventPath = "/me/events/AAMkAGI2THVSAAA%3D";
const fields =
  "id,subject,bodyPreview,start,end,location,attendees,organizer,isAllDay,isCancelled,onlineMeeting,webLink,seriesMasterId,showAs";
const calendar = {
  id: "AAMkAGI2TGuLAAA=",
  name: "Calendar",
  canEdit: true,
  isDefaultCalendar: true,
  owner: { name: "Ada Example", address: "ada@example.com" },
};

export const examples: ToolExamples = {
  agenda_list: {
    input: {
      startDateTime: "2030-01-10T00:00:00Z",
      endDateTime: "2030-01-11T00:00:00Z",
      orderby: "start/dateTime",
    },
    request: {
      method: "GET",
      path: "/me/calendarView",
      query: {
        startDateTime: "2030-01-10T00:00:00Z",
        endDateTime: "2030-01-11T00:00:00Z",
        $orderby: "start/dateTime",
        $select: fields,
      },
    },
    response: { value: [event] },
  },
  events_list: {
    input: { filter: "contains(subject,'Review')", top: 5 },
    request: {
      method: "GET",
      path: "/me/events",
      query: { $filter: "contains(subject,'Review')", $top: "5", $select: fields },
    },
    response: { value: [event] },
  },
  events_get: {
    input: { eventId: event.id },
    request: { method: "GET", path: eventPath },
    response: { ...event, body: { contentType: "text", content: "What we did." } },
  },
  events_create: {
    input: { subject: "Review", start, end, attendees: [grace], isOnlineMeeting: true },
    request: {
      method: "POST",
      path: "/me/events",
      body: { subject: "Review", start, end, attendees: [grace], isOnlineMeeting: true },
    },
    response: {
      ...event,
      onlineMeeting: { joinUrl: "https://teams.microsoft.com/l/meetup-join/19%3ameeting" },
    },
    status: 201,
  },
  calendars_events_create: {
    input: { calendarId: calendar.id, subject: "Review", start, end },
    request: {
      method: "POST",
      path: "/me/calendars/AAMkAGI2TGuLAAA%3D/events",
      body: { subject: "Review", start, end },
    },
    response: event,
    status: 201,
  },
  events_update: {
    input: { eventId: event.id, location: { displayName: "Room 5" } },
    request: { method: "PATCH", path: eventPath, body: { location: { displayName: "Room 5" } } },
    response: { ...event, location: { displayName: "Room 5" } },
  },
  events_cancel: {
    input: { eventId: event.id, comment: "Let us meet next week." },
    request: { method: "POST", path: `${eventPath}/cancel`, body: { comment: "Let us meet next week." } },
    response: null,
    status: 202,
  },
  events_delete: {
    input: { eventId: event.id },
    request: { method: "DELETE", path: eventPath },
    response: null,
    status: 204,
  },
  events_accept: {
    input: { eventId: event.id, comment: "I come.", sendResponse: true },
    request: {
      method: "POST",
      path: `${eventPath}/accept`,
      body: { comment: "I come.", sendResponse: true },
    },
    response: null,
    status: 202,
  },
  events_decline: {
    input: { eventId: event.id },
    request: { method: "POST", path: `${eventPath}/decline`, body: {} },
    response: null,
    status: 202,
  },
  calendars_list: {
    input: { top: 1 },
    request: { method: "GET", path: "/me/calendars", query: { $top: "1" } },
    response: { value: [calendar] },
  },
  calendars_create: {
    input: { name: "Team" },
    request: { method: "POST", path: "/me/calendars", body: { name: "Team" } },
    response: { ...calendar, id: "AAMkAGI2TGuLAAB=", name: "Team", isDefaultCalendar: false },
    status: 201,
  },
  schedules_get: {
    input: { schedules: ["grace@example.com"], startTime: start, endTime: end, availabilityViewInterval: 30 },
    request: {
      method: "POST",
      path: "/me/calendar/getSchedule",
      body: {
        schedules: ["grace@example.com"],
        startTime: start,
        endTime: end,
        availabilityViewInterval: 30,
      },
    },
    response: {
      value: [
        {
          scheduleId: "grace@example.com",
          availabilityView: "2",
          scheduleItems: [{ status: "busy", start: event.start, end: event.end }],
        },
      ],
    },
  },
  meeting_times_find: {
    input: { attendees: [grace], meetingDuration: "PT30M", timeConstraint: { timeSlots: [{ start, end }] } },
    request: {
      method: "POST",
      path: "/me/findMeetingTimes",
      body: { attendees: [grace], timeConstraint: { timeSlots: [{ start, end }] }, meetingDuration: "PT30M" },
    },
    response: {
      emptySuggestionsReason: "",
      meetingTimeSuggestions: [{ confidence: 100, meetingTimeSlot: { start: event.start, end: event.end } }],
    },
  },
};
