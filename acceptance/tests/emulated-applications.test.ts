// The applications written by hand, with servers that play their providers in place of the providers.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator } from "emulate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { succeed } from "../support/caller.ts";
import { findFreePort } from "../support/find-free-port.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { JsonObject } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

const applications = join(import.meta.dirname, "../../packages/catalog/applications");
const folder = mkdtempSync(join(tmpdir(), "bowline-emulated-"));
const googleToken = plantSecret("token");
const linearToken = "lin_test_admin";
const ada = "ada@example.com";
const emulators: { close(): Promise<void> }[] = [];

/** The application at another address, with a token in place of a sign-in and without a test call. */
const move = (slug: string, serverUrl: string) => `
import { application as own } from ${JSON.stringify(join(applications, slug, "application.ts"))};
const { test, ...definition } = own.definition;
export const application = {
  ...own,
  definition: {
    ...definition,
    slug: "emulated-${slug}",
    environments: [{ name: "production", serverUrl: "${serverUrl}" }],
    authentications: [{ type: "bearer" }],
  },
};`;

beforeAll(async () => {
  const google = `http://127.0.0.1:${await start("google", {
    users: [{ email: ada, name: "Ada" }],
    calendars: [{ id: "primary", user_email: ada, summary: "Ada", primary: true }],
  })}`;
  const linear = `http://127.0.0.1:${await start("linear", {
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
  })}`;
  for (const [slug, serverUrl] of [
    ["gmail", `${google}/gmail/v1`],
    ["google-calendar", `${google}/calendar/v3`],
    ["google-drive", `${google}/drive/v3`],
    ["linear", linear],
  ] as const) {
    writeFileSync(join(folder, `emulated-${slug}.ts`), move(slug, serverUrl));
  }
});

afterAll(async () => {
  await Promise.all(emulators.map((emulator) => emulator.close()));
  rmSync(folder, { recursive: true });
});

async function start(service: "google" | "linear", seed: JsonObject): Promise<number> {
  const port = await findFreePort();
  const tokens = { [googleToken]: { login: ada, scopes: [] } };
  emulators.push(
    await createEmulator({
      service,
      port,
      baseUrl: `http://127.0.0.1:${port}`,
      seed: { tokens, [service]: seed },
    }),
  );
  return port;
}

describeOwnServer("applications written by hand", () => {
  const own = useOwnServer({ BOWLINE_CODE_APPLICATIONS: folder });

  async function connect(slug: string, token: string) {
    const body = { applicationSlug: `emulated-${slug}`, fields: { token }, isDefault: true };
    await succeed(own.admin.post("/v1/connections", body));
    const prefix = `emulated_${slug.replaceAll("-", "_")}`;
    return async <Output = JsonObject>(operation: string, fields: JsonObject = {}, body: JsonObject = {}) => {
      const executed = await execute(own.admin, `${prefix}_${operation}`, { fields, ...body });
      expect(executed, operation).toMatchObject({ isSuccess: true, errorMessage: null });
      return executed.output as Output;
    };
  }

  test("Gmail", proves("hand-written.gmail"), async () => {
    const run = await connect("gmail", googleToken);
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
    const run = await connect("google-calendar", googleToken);
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
    const run = await connect("google-drive", googleToken);
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
    const run = await connect("linear", linearToken);
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
});
