import type { ToolExamples } from "@bowline/catalog/application";

const meeting = {
  id: 85746065432,
  uuid: "gm8s9L+PTEC+FG3sFbd1Cw==",
  topic: "Review",
  type: 2,
  start_time: "2030-01-10T09:00:00Z",
  duration: 30,
  timezone: "Europe/Paris",
  join_url: "https://example.zoom.us/j/85746065432",
};
const path = "/meetings/85746065432";
const recording = {
  uuid: meeting.uuid,
  id: meeting.id,
  topic: "Review",
  start_time: "2030-01-10T09:00:00Z",
  share_url: "https://example.zoom.us/rec/share/abc",
  recording_files: [{ id: "ed6c2f27-2ae7-42f4-b3d0-835b493e4fa8", file_type: "MP4", file_size: 7220 }],
};

export const examples: ToolExamples = {
  meetings_list: {
    input: { type: "upcoming", page_size: 2 },
    request: { method: "GET", path: "/users/me/meetings", query: { type: "upcoming", page_size: "2" } },
    response: { page_size: 2, total_records: 1, next_page_token: "", meetings: [meeting] },
  },
  meetings_get: { input: { meetingId: 85746065432 }, request: { method: "GET", path }, response: meeting },
  meetings_create: {
    input: {
      topic: "Review",
      start_time: "2030-01-10T09:00:00",
      timezone: "Europe/Paris",
      duration: 30,
      settings: { waiting_room: true },
    },
    request: {
      method: "POST",
      path: "/users/me/meetings",
      body: {
        topic: "Review",
        type: 2,
        start_time: "2030-01-10T09:00:00",
        timezone: "Europe/Paris",
        duration: 30,
        settings: { waiting_room: true },
      },
    },
    response: meeting,
    status: 201,
  },
  meetings_update: {
    input: { meetingId: "85746065432", occurrence_id: "1893488400000", topic: "Second review" },
    request: {
      method: "PATCH",
      path,
      query: { occurrence_id: "1893488400000" },
      body: { topic: "Second review" },
    },
    response: null,
    status: 204,
  },
  meetings_delete: {
    input: { meetingId: 85746065432, cancel_meeting_reminder: true },
    request: { method: "DELETE", path, query: { cancel_meeting_reminder: "true" } },
    response: null,
    status: 204,
  },
  meetings_end: {
    input: { meetingId: 85746065432 },
    request: { method: "PUT", path: `${path}/status`, body: { action: "end" } },
    response: null,
    status: 204,
  },
  meeting_invitation_get: {
    input: { meetingId: 85746065432 },
    request: { method: "GET", path: `${path}/invitation` },
    response: { invitation: "Ada invites you to a planned meeting.", sip_links: [] },
  },
  registrants_list: {
    input: { meetingId: 85746065432, status: "pending" },
    request: { method: "GET", path: `${path}/registrants`, query: { status: "pending" } },
    response: {
      next_page_token: "",
      registrants: [{ id: "abcdefghij0-klmnopq23456", email: "grace@example.com" }],
    },
  },
  registrants_create: {
    input: { meetingId: 85746065432, email: "grace@example.com", first_name: "Grace" },
    request: {
      method: "POST",
      path: `${path}/registrants`,
      body: { email: "grace@example.com", first_name: "Grace" },
    },
    response: {
      registrant_id: "abcdefghij0-klmnopq23456",
      join_url: "https://example.zoom.us/w/85746065432",
      topic: "Review",
    },
    status: 201,
  },
  recordings_list: {
    input: { from: "2030-01-01", to: "2030-01-31" },
    request: { method: "GET", path: "/users/me/recordings", query: { from: "2030-01-01", to: "2030-01-31" } },
    response: { from: "2030-01-01", to: "2030-01-31", next_page_token: "", meetings: [recording] },
  },
  recordings_get: {
    input: { meetingId: 85746065432 },
    request: { method: "GET", path: `${path}/recordings` },
    response: recording,
  },
  recordings_delete: {
    input: { meetingId: 85746065432, action: "trash" },
    request: { method: "DELETE", path: `${path}/recordings`, query: { action: "trash" } },
    response: null,
    status: 204,
  },
  meeting_summary_get: {
    input: { meetingId: 85746065432 },
    request: { method: "GET", path: `${path}/meeting_summary` },
    response: { meeting_id: 85746065432, meeting_topic: "Review", summary_overview: "All is well." },
  },
  past_meetings_get: {
    input: { meetingId: 85746065432 },
    request: { method: "GET", path: "/past_meetings/85746065432" },
    response: { uuid: meeting.uuid, id: meeting.id, topic: "Review", duration: 28, participants_count: 2 },
  },
  past_participants_list: {
    input: { meetingId: 85746065432 },
    request: { method: "GET", path: "/past_meetings/85746065432/participants" },
    response: {
      next_page_token: "",
      participants: [{ id: "30R7kT7bTIKSNUFEuH_Qlg", name: "Ada", duration: 259 }],
    },
  },
  users_list: {
    input: { status: "active" },
    request: { method: "GET", path: "/users", query: { status: "active" } },
    response: {
      next_page_token: "",
      users: [{ id: "KDcuGIm1QgePTO8WbOqwIQ", email: "ada@example.com", type: 2 }],
    },
  },
  users_me_get: {
    input: {},
    request: { method: "GET", path: "/users/me" },
    response: { id: "KDcuGIm1QgePTO8WbOqwIQ", email: "ada@example.com", timezone: "Europe/Paris" },
  },
};
