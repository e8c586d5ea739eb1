import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { createKeyCaller, succeed } from "../support/caller.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { acceptInvitation, goodPassword, isSignedIn, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import { findApiKey } from "../support/secrets.ts";
import { startFailingServer, startServer } from "../support/start-server.ts";

const linkPattern = /http:\/\/localhost:\d+\/invitations\/[\w-]{43}/;
const configured = {
  BOWLINE_ADMIN_EMAIL: "first@example.com",
  BOWLINE_ADMIN_PASSWORD: "words of the operator",
  // As operators have it.
  BOWLINE_PASSWORD_COST: "15",
};

describeOwnServer("The first Admin", () => {
  test(
    "gets a key and a link that works once, at the address of today",
    proves(
      "first-admin.link",
      "first-admin.link-once",
      "operations.first-start.key",
      "operations.first-start.printed",
      "operations.second-start",
      "operations.port",
    ),
    async () => {
      await using server = await startServer();
      const { dataDir, adminApiKey, readLog, baseUrl } = server;
      expect((await stat(join(dataDir, "admin-api-key"))).mode & 0o777).toBe(0o600);
      expect(readLog()).toContain(adminApiKey);
      expect(await succeed(createKeyCaller(adminApiKey, server).get("/v1/auth/whoami"))).toMatchObject({
        role: "Admin",
      });
      expect((await fetch(`${baseUrl}/health/live`)).status).toBe(200);
      const file = join(server.dataDir, "admin-sign-in-link");
      const link = (await readFile(file, "utf8")).trim();
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(linkPattern.exec(server.readLog())?.[0]).toBe(link);

      await server.stop();
      const again = await server.restart();
      expect(again.adminApiKey).toBe(adminApiKey);
      expect(again.readLog()).not.toMatch(linkPattern);
      await succeed(createKeyCaller(adminApiKey, again).get("/v1/auth/whoami"));
      const browser = createFormBrowser();
      const path = new URL(link).pathname;
      const { port } = new URL(again.baseUrl);
      expect((await readFile(file, "utf8")).trim()).toBe(`http://localhost:${port}${path}`);
      expect((await acceptInvitation(browser, again.baseUrl + path)).text).toContain("You are signed in");
      expect((await browser.open(`${again.baseUrl}/account`)).text).toContain("Role Admin");
      expect((await createFormBrowser().open(again.baseUrl + path)).status).toBe(404);
      await again.stop();
      expect(findApiKey(again.readLog())).toBeNull();

      // The settings come too late: there is a password.
      const later = await again.restart(configured);
      expect(later.readLog()).not.toMatch(linkPattern);
      await expect(stat(file)).rejects.toThrow("ENOENT");
      const refused = await signInAt(createFormBrowser(), later.baseUrl, {
        email: configured.BOWLINE_ADMIN_EMAIL,
        password: configured.BOWLINE_ADMIN_PASSWORD,
      });
      expect(refused.status).toBe(400);
      const admin = { email: "admin@localhost", password: goodPassword };
      expect((await signInAt(createFormBrowser(), later.baseUrl, admin)).status).toBe(200);
      await later.stop();
    },
  );

  test(
    "signs in with the address and password of the settings",
    proves("first-admin.settings", "first-admin.settings-kept"),
    async () => {
      await using server = await startServer(configured);
      expect(server.readLog()).not.toMatch(linkPattern);
      await expect(stat(join(server.dataDir, "admin-sign-in-link"))).rejects.toThrow("ENOENT");
      const person = { email: configured.BOWLINE_ADMIN_EMAIL, password: configured.BOWLINE_ADMIN_PASSWORD };
      const browser = createFormBrowser();
      await signInAt(browser, server.baseUrl, person);
      expect(await isSignedIn(browser, server.baseUrl)).toBe(true);
      await server.stop();

      const other = { ...configured, BOWLINE_ADMIN_PASSWORD: "other words of the operator" };
      const later = await server.restart(other);
      expect((await signInAt(createFormBrowser(), later.baseUrl, person)).status).toBe(200);
      const password = other.BOWLINE_ADMIN_PASSWORD;
      expect((await signInAt(createFormBrowser(), later.baseUrl, { ...person, password })).status).toBe(400);
      expect(later.readLog()).not.toContain(password);
      await later.stop();
    },
  );

  test("has no weak password", proves("first-admin.settings-wrong"), async () => {
    for (const [password, reason] of [
      ["canary pass", "at least 12 characters"],
      ["passwordpassword", "too common"],
    ] as const) {
      const settings = { ...configured, BOWLINE_ADMIN_PASSWORD: password };
      const { exitCode, log } = await startFailingServer(settings, { hasDatabase: true });
      expect(exitCode).toBe(1);
      expect(log).toContain("BOWLINE_ADMIN_PASSWORD");
      expect(log).toContain(reason);
      expect(log).not.toContain(password);
    }
  });
});
