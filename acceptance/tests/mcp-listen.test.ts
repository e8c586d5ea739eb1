import { expect, test } from "vitest";
import { hireActor } from "../support/actors.ts";
import { newestRequest, sendRaw } from "../support/mcp-door.ts";
import { proves } from "../support/proves.ts";

test("a subscription to changes ends at once", proves("pass.listen"), async () => {
  const key = { "x-api-key": (await hireActor()).apiKey };
  const discover = newestRequest("server/discover");
  const discovered = await sendRaw("POST", "/mcp", { ...key, ...discover.headers }, discover.body);
  expect(discovered.messages[0]).toMatchObject({ result: { capabilities: { tools: {} } } });
  expect(discovered.text).not.toContain("listChanged");
  const listen = newestRequest("subscriptions/listen", { notifications: { toolsListChanged: true } });
  const heard = await sendRaw("POST", "/mcp", { ...key, ...listen.headers }, listen.body);
  expect(heard.status).toBe(200);
  expect(heard.messages).toMatchObject([
    { method: "notifications/subscriptions/acknowledged", params: { notifications: {} } },
    { id: 1, result: { resultType: "complete" } },
  ]);
});
