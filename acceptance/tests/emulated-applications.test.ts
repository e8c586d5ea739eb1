// The applications written by hand, with servers that play their providers in place of the providers.
import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { cacheDir, waitForApplications, writeOperatorFile } from "../support/built-in-servers.ts";
import { type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { startEmulation } from "../support/emulation.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, JsonObject } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { startServerOnDatabase } from "../support/shared-database.ts";

const files = new AsyncDisposableStack();
const googleToken = plantSecret("token");
const microsoftToken = plantSecret("token");
const linearToken = "lin_api_admin";
const ada = "ada@example.com";
let admin: Caller;
let applications: Application[];

beforeAll(async () => {
  const google = files.use(
    await startEmulation({
      service: "google",
      tokens: { [googleToken]: ada },
      seed: {
        users: [{ email: ada, name: "Ada" }],
        calendars: [{ id: "primary", user_email: ada, summary: "Ada", primary: true }],
      },
      missing: {
        "GET /gmail/v1/users/me/profile": { emailAddress: ada },
        "GET /calendar/v3/calendars/primary": { id: ada, summary: "Ada" },
        "GET /drive/v3/about": { user: { emailAddress: ada } },
      },
    }),
  );
  const linear = files.use(
    await startEmulation({
      service: "linear",
      seed: {
        organization: { name: "Workbench", url_key: "workbench" },
        users: [{ email: ada, name: "Ada", admin: true }],
        teams: [
          {
            key: "ENG",
            name: "Engineering",
            states: [
              { name: "Todo", type: "unstarted" },
              { name: "Done", type: "completed" },
            ],
          },
        ],
        tokens: [{ token: linearToken, user: ada }],
      },
    }),
  );
  const microsoft = files.use(
    await startEmulation({
      service: "microsoft",
      tokens: { [microsoftToken]: ada },
      seed: { users: [{ email: ada, name: "Ada Byron" }] },
    }),
  );
  const file = files.use(
    await writeOperatorFile({
      gmail: { serverUrl: `${google.origin}/gmail/v1` },
      "google-calendar": { serverUrl: `${google.origin}/calendar/v3` },
      "google-drive": { serverUrl: `${google.origin}/drive/v3` },
      linear: { serverUrl: linear.origin },
      outlook: { serverUrl: `${microsoft.origin}/v1.0` },
    }),
  );
  const server = files.use(
    await startServerOnDatabase({
      BOWLINE_BUILT_INS: "gmail,google-calendar,google-drive,linear,outlook",
      BOWLINE_CACHE_DIR: cacheDir,
      BOWLINE_APPLICATIONS: file.path,
    }),
  );
  admin = createKeyCaller(server.adminApiKey, server);
  applications = await waitForApplications(admin, 5);
}, 300_000);

afterAll(() => files.disposeAsync());

describeOwnServer("applications written by hand", () => {
  /** Connects with a token in place of a sign-in. */
  async function connect(slug: string, fields: JsonObject) {
    const method = applications
      .find((one) => one.slug === slug)
      ?.authentications.find((one) =>
        Object.keys(fields).every((name) => one.fields.some(({ fieldName }) => fieldName === name)),
      );
    const { authenticationId } = method ?? {};
    const body = { applicationSlug: slug, authenticationId, fields, isDefault: true };
    const connection = await succeed<Connection>(admin.post("/v1/connections", body));
    expect(connection.accountLabel).toBe(ada);
    const prefix = slug.replaceAll("-", "_");
    return async <Output = JsonObject>(operation: string, input: JsonObject = {}, more: JsonObject = {}) => {
      const executed = await execute(admin, `${prefix}_${operation}`, { fields: input, ...more });
      expect(executed, operation).toMatchObject({ isSuccess: true, errorMessage: null });
      return executed.output as Output;
    };
  }

  test("Gmail", proves("hand-written.gmail"), async () => {
    const run = await connect("gmail", { token: googleToken });
    const sent = await run<{ id: string; threadId: string }>("messages_send", {
      to: [ada],
      subject: "The gate",
      text: "It opens at nine — sharp.",
      attachments: [{ fileName: "plan.txt", base64: Buffer.from("A plan").toString("base64") }],
    });
    const read = await run("messages_get", { messageId: sent.id });
    expect(read).toMatchObject({
      subject: "The gate",
      to: ada,
      attachments: [{ fileName: "plan.txt", contentType: "text/plain" }],
    });
    expect(String(read.text).trim()).toBe("It opens at nine — sharp.");
    const reply = await run("messages_reply", { messageId: sent.id, text: "Thank you." });
    expect(reply).toMatchObject({ threadId: sent.threadId });
    const thread = await run("threads_get", { threadId: sent.threadId, format: "metadata" });
    expect(thread.messages).toHaveLength(2);
    const { id: labelId } = await run<{ id: string }>("labels_create", { name: "Garden" });
    expect(await run("messages_modify", { messageId: sent.id, addLabelIds: [labelId] })).toMatchObject({
      labelIds: expect.arrayContaining([labelId]),
    });
    const found = await run("messages_list", { labelIds: [labelId] });
    expect(found).toMatchObject({ messages: [{ id: sent.id }] });
    const draft = await run<{ id: string }>("drafts_create", { to: [ada], subject: "Later", text: "Soon." });
    expect(await run("drafts_list")).toMatchObject({ drafts: [{ id: draft.id }] });
    await run("drafts_send", { id: draft.id });
    expect(await run("drafts_list")).not.toMatchObject({ drafts: [{ id: draft.id }] });
    expect(await run("messages_trash", { messageId: sent.id })).toMatchObject({
      labelIds: expect.arrayContaining(["TRASH"]),
    });
  });

  test("Google Calendar", proves("hand-written.google-calendar"), async () => {
    const run = await connect("google-calendar", { token: googleToken });
    expect(await run("calendars_list")).toMatchObject({ items: [{ id: "primary", summary: "Ada" }] });
    const event = await run<{ id: string }>("events_create", {
      calendarId: "primary",
      summary: "Review",
      start: { dateTime: "2030-01-10T09:00:00Z" },
      end: { dateTime: "2030-01-10T09:30:00Z" },
      attendees: [{ email: "grace@example.com" }],
    });
    const day = {
      calendarId: "primary",
      timeMin: "2030-01-10T00:00:00Z",
      singleEvents: true,
      orderBy: "startTime",
    };
    expect(await run("events_list", day, { top: 5 })).toMatchObject({
      items: [{ id: event.id, summary: "Review" }],
    });
    const period = {
      timeMin: "2030-01-10T00:00:00Z",
      timeMax: "2030-01-11T00:00:00Z",
      items: [{ id: "primary" }],
    };
    expect(await run("free_busy_query", period)).toMatchObject({ calendars: { primary: { busy: [{}] } } });
    await run("events_delete", { calendarId: "primary", eventId: event.id });
    expect(await run("events_list", day)).toMatchObject({ items: [] });
  });

  test("Google Drive", proves("hand-written.google-drive"), async () => {
    const run = await connect("google-drive", { token: googleToken });
    const folderFile = await run<{ id: string }>("folders_create", { name: "Reports" });
    const file = await run<{ id: string }>("files_upload", {
      name: "notes.txt",
      text: "Notes",
      parents: [folderFile.id],
    });
    expect(file).toMatchObject({ name: "notes.txt", mimeType: expect.stringContaining("text/plain") });
    expect(await run("files_list", { q: `'${folderFile.id}' in parents` })).toMatchObject({
      files: [{ id: file.id, name: "notes.txt" }],
    });
    expect(await run<string>("files_download", { fileId: file.id })).toBe("Notes");
    expect(await run("files_update", { fileId: file.id, name: "report.txt" })).toMatchObject({
      name: "report.txt",
    });
    expect(await run("files_get", { fileId: file.id })).toMatchObject({ id: file.id, name: "report.txt" });
  });

  test("Linear", proves("hand-written.linear"), async () => {
    const run = await connect("linear", { apiKey: linearToken });
    expect(await run("viewer_get")).toMatchObject({ data: { viewer: { email: ada } } });
    const teams = await run<{ data: { teams: { nodes: { id: string; key: string }[] } } }>("teams_list");
    const team = teams.data.teams.nodes.find(({ key }) => key === "ENG");
    const created = await run<{ data: { issueCreate: { issue: { id: string; identifier: string } } } }>(
      "issues_create",
      { teamId: team?.id ?? "", title: "Fix the gate", priority: 2 },
    );
    const { id, identifier } = created.data.issueCreate.issue;
    expect(await run("issues_update", { issueId: id, title: "Fix the old gate" })).toMatchObject({
      data: { issueUpdate: { success: true, issue: { identifier, title: "Fix the old gate" } } },
    });
    expect(await run("comments_create", { issueId: id, body: "Oiled." })).toMatchObject({
      data: { commentCreate: { success: true, comment: { body: "Oiled." } } },
    });
    expect(await run("issues_archive", { issueId: id })).toMatchObject({
      data: { issueArchive: { success: true } },
    });
  });

  test("Outlook's account", proves("hand-written.outlook"), async () => {
    const run = await connect("outlook", { token: microsoftToken, tenant: "common" });
    expect(await run("profile_get")).toMatchObject({ displayName: "Ada Byron", mail: ada });
  });
});
