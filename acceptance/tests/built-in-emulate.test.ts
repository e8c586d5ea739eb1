import { createEmulator } from "emulate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { cacheDir, waitForApplications, writeOperatorFile } from "../support/built-in-servers.ts";
import { type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { findFreePort } from "../support/find-free-port.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { startServerOnDatabase } from "../support/shared-database.ts";

describeOwnServer("The built-in GitHub against an emulated GitHub", () => {
  const files = new AsyncDisposableStack();
  const token = plantSecret("github");
  let admin: Caller;
  let connection: Connection;

  beforeAll(async () => {
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}`;
    const emulator = await createEmulator({
      service: "github",
      port,
      baseUrl: origin,
      seed: {
        tokens: { [token]: { login: "octocat", scopes: ["repo", "user", "read:org"] } },
        github: {
          users: [{ login: "octocat", name: "The Octocat", email: "octocat@example.com" }],
          repos: [{ owner: "octocat", name: "hello-world", auto_init: true }],
        },
      },
    });
    files.defer(() => emulator.close());
    const file = files.use(await writeOperatorFile({ github: { serverUrl: origin } }));
    const server = files.use(
      await startServerOnDatabase({
        BOWLINE_BUILT_INS: "github",
        BOWLINE_CACHE_DIR: cacheDir,
        BOWLINE_APPLICATIONS: file.path,
      }),
    );
    admin = createKeyCaller(server.adminApiKey, server);
    const [github] = await waitForApplications(admin, 1);
    const bearer = (github as Application).authentications.find(({ type }) => type === "bearer");
    connection = await succeed<Connection>(
      admin.post("/v1/connections", {
        applicationSlug: "github",
        authenticationId: bearer?.authenticationId,
        fields: { token },
      }),
    );
  }, 300_000);
  afterAll(() => files.disposeAsync());

  const repository = { owner: "octocat", repo: "hello-world" };
  const run = (tool: string, fields: object, more: object = {}) =>
    execute(admin, `github_${tool}`, { fields, ...more }, { connectionId: connection.connectionId });

  test("names the account, creates, changes and lists issues", proves("documents.emulated"), async () => {
    expect(connection.accountLabel).toBe("octocat");
    const made = await run("issues_create", {
      ...repository,
      title: "The gate is stuck",
      body: "Since today.",
    });
    expect(made).toMatchObject({ isSuccess: true, output: { number: 1, title: "The gate is stuck" } });
    const issue = { ...repository, issue_number: 1 };
    expect(await run("issues_create_comment", { ...issue, body: "I look into it." })).toMatchObject({
      isSuccess: true,
      output: { body: "I look into it." },
    });
    expect(await run("issues_update", { ...issue, state: "closed" })).toMatchObject({
      output: { state: "closed" },
    });
    expect(await run("issues_get", issue)).toMatchObject({ output: { state: "closed", comments: 1 } });
    expect(await run("issues_list_for_repo", { ...repository, state: "all" })).toMatchObject({
      output: [{ number: 1, user: { login: "octocat" } }],
    });
  });

  test("takes the repository as the object of a call", proves("documents.emulated"), async () => {
    expect(await run("repos_get", {}, { contextValue: "octocat/hello-world" })).toMatchObject({
      isSuccess: true,
      output: { full_name: "octocat/hello-world" },
    });
    expect(await run("repos_list_for_authenticated_user", {})).toMatchObject({
      output: [{ full_name: "octocat/hello-world" }],
    });
  });
});
