import type { ToolExamples } from "@bowline/catalog/application";

const review = {
  kind: "calendar#event",
  id: "7cbh8rpc10lrc0ckih9tafss99",
  status: "confirmed",
  htmlLink: "https://www.google.com/calendar/event?eid=N2NiaDhycGM",
  summary: "Review",
  start: { dateTime: "2030-01-10T09:00:00+01:00", timeZone: "Europe/Paris" },
  end: { dateTime: "2030-01-10T09:30:00+01:00", timeZone: "Europe/Paris" },
  organizer: { email: "ada@example.com", self: true },
  attendees: [{ email: "grace@example.com", responseStatus: "needsAction" }],
};
const calendar = {
  kind: "calendar#calendar",
  id: "ada@example.com",
  summary: "Ada",
  timeZone: "Europe/Paris",
};
const at = { calendarId: "primary", eventId: review.id };
const eventPath = "/calendars/primary/events/7cbh8rpc10lrc0ckih9tafss99";
const times = {
  start: { dateTime: "2030-01-10T09:00:00+01:00" },
  end: { dateTime: "2030-01-10T09:30:00+01:00" },
};
const meet = {
  createRequest: { requestId: "review-1", conferenceSolutionKey: { type: "hangoutsMeet" } },
};

export const examples: ToolExamples = {
  events_list: {
    input: {
      calendarId: "primary",
      timeMin: "2030-01-10T00:00:00Z",
      singleEvents: true,
      orderBy: "startTime",
    },
    request: {
      method: "GET",
      path: "/calendars/primary/events",
      query: { timeMin: "2030-01-10T00:00:00Z", singleEvents: "true", orderBy: "startTime" },
    },
    response: { kind: "calendar#events", summary: "Ada", timeZone: "Europe/Paris", items: [review] },
  },
  events_get: { input: at, request: { method: "GET", path: eventPath }, response: review },
  events_create: [
    {
      input: {
        calendarId: "primary",
        summary: "Review",
        ...times,
        attendees: [{ email: "grace@example.com" }],
        conferenceData: meet,
        sendUpdates: "all",
      },
      request: {
        method: "POST",
        path: "/calendars/primary/events",
        query: { sendUpdates: "all", conferenceDataVersion: "1" },
        body: {
          summary: "Review",
          ...times,
          attendees: [{ email: "grace@example.com" }],
          conferenceData: meet,
        },
      },
      response: { ...review, hangoutLink: "https://meet.google.com/abc-defg-hij" },
    },
    {
      input: {
        calendarId: "team@group.calendar.google.com",
        summary: "Holiday",
        start: { date: "2030-05-01" },
        end: { date: "2030-05-02" },
      },
      request: {
        method: "POST",
        path: "/calendars/team%40group.calendar.google.com/events",
        query: { conferenceDataVersion: "1" },
        body: { summary: "Holiday", start: { date: "2030-05-01" }, end: { date: "2030-05-02" } },
      },
      response: { ...review, summary: "Holiday", start: { date: "2030-05-01" }, end: { date: "2030-05-02" } },
    },
  ],
  events_update: {
    input: { ...at, summary: "Second review" },
    request: {
      method: "PATCH",
      path: eventPath,
      query: { conferenceDataVersion: "1" },
      body: { summary: "Second review" },
    },
    response: { ...review, summary: "Second review" },
  },
  events_delete: {
    input: { ...at, sendUpdates: "all" },
    request: { method: "DELETE", path: eventPath, query: { sendUpdates: "all" } },
    response: null,
    status: 204,
  },
  events_quick_add: {
    input: { calendarId: "primary", text: "Lunch with Grace tomorrow at noon" },
    request: {
      method: "POST",
      path: "/calendars/primary/events/quickAdd",
      query: { text: "Lunch with Grace tomorrow at noon" },
    },
    response: { ...review, summary: "Lunch with Grace" },
  },
  events_instances: {
    input: { ...at, maxResults: 10 },
    request: { method: "GET", path: `${eventPath}/instances`, query: { maxResults: "10" } },
    response: {
      kind: "calendar#events",
      items: [{ ...review, id: `${review.id}_20300110T080000Z`, recurringEventId: review.id }],
    },
  },
  events_move: {
    input: { ...at, destination: "team@group.calendar.google.com" },
    request: {
      method: "POST",
      path: `${eventPath}/move`,
      query: { destination: "team@group.calendar.google.com" },
    },
    response: review,
  },
  calendars_list: {
    input: { minAccessRole: "writer" },
    request: { method: "GET", path: "/users/me/calendarList", query: { minAccessRole: "writer" } },
    response: {
      kind: "calendar#calendarList",
      items: [{ ...calendar, kind: "calendar#calendarListEntry", primary: true, accessRole: "owner" }],
    },
  },
  calendars_get: {
    input: { calendarId: "primary" },
    request: { method: "GET", path: "/calendars/primary" },
    response: calendar,
  },
  calendars_create: {
    input: { summary: "Team", timeZone: "Europe/Paris" },
    request: { method: "POST", path: "/calendars", body: { summary: "Team", timeZone: "Europe/Paris" } },
    response: { ...calendar, id: "team@group.calendar.google.com", summary: "Team" },
  },
  calendars_share: {
    input: {
      calendarId: "primary",
      role: "reader",
      scope: { type: "user", value: "grace@example.com" },
      sendNotifications: false,
    },
    request: {
      method: "POST",
      path: "/calendars/primary/acl",
      query: { sendNotifications: "false" },
      body: { role: "reader", scope: { type: "user", value: "grace@example.com" } },
    },
    response: {
      kind: "calendar#aclRule",
      id: "user:grace@example.com",
      role: "reader",
      scope: { type: "user", value: "grace@example.com" },
    },
  },
  free_busy_query: {
    input: {
      timeMin: "2030-01-10T08:00:00Z",
      timeMax: "2030-01-10T18:00:00Z",
      items: [{ id: "grace@example.com" }],
    },
    request: {
      method: "POST",
      path: "/freeBusy",
      body: {
        timeMin: "2030-01-10T08:00:00Z",
        timeMax: "2030-01-10T18:00:00Z",
        items: [{ id: "grace@example.com" }],
      },
    },
    response: {
      kind: "calendar#freeBusy",
      timeMin: "2030-01-10T08:00:00.000Z",
      timeMax: "2030-01-10T18:00:00.000Z",
      calendars: {
        "grace@example.com": { busy: [{ start: "2030-01-10T12:00:00Z", end: "2030-01-10T13:00:00Z" }] },
      },
    },
  },
};
