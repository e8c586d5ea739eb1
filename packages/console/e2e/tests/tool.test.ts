import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { copyTable } from "../support/copy-table.ts";
import { openConsole } from "../support/open-console.ts";
import { type Desk, openDesk, photo } from "../support/open-desk.ts";
import { describeConsole } from "../support/world.ts";

describeConsole("the page of a tool", (world) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(world);
  });
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
  });
  const open = (slug: string, more = "", isLoaded = false) =>
    openConsole(world, { path: `/console/tools/${slug}${more}`, except: [/status of 4\d\d/], isLoaded });

  test("gives agents a tool that has run, in a new toolset or in one that there is", async () => {
    await using opened = await open("desk_list_tickets");
    const { page } = opened;
    const add = page.getByRole("button", { name: "Add to a toolset" });
    await page.getByText(/Will use Desk of the house/).waitFor();
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText("Nothing was sent.").waitFor();
    expect(await add.count()).toBe(0);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await add.click();
    await page.getByRole("menuitem", { name: "New toolset" }).click();
    const name = page.getByRole("dialog", { name: "New toolset" }).getByLabel("Name");
    expect(await name.inputValue()).toBe("Desk");
    await name.press("Escape");
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
    await add.click();
    await page.getByRole("menuitem", { name: "New toolset" }).click();
    await name.fill("Triage");
    await name.press("Enter");
    await page.getByText("It is in the toolset Triage.").waitFor();
    const next = page.getByRole("link", { name: "Connect an agent" });
    await expect.poll(() => next.evaluate((link) => link === document.activeElement)).toBe(true);

    await page.goto("/console/tools/desk_create_ticket");
    await page.getByText(/Will use Desk of the house/).waitFor();
    await page.getByLabel("title", { exact: true }).fill("The printer is broken");
    await page.getByLabel("name", { exact: true }).fill("Robin");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await add.click();
    await page.getByRole("menuitem", { name: "Triage", exact: true }).click();
    await next.click();
    await page.waitForURL("**/console/toolsets/*?tab=agent");
    const { items } = await world.call<{ items: { connections: object[] }[] }>("GET", "/v1/toolsets");
    expect(items.map(({ connections }) => connections)).toEqual([
      [expect.objectContaining({ toolSlugs: ["desk_list_tickets", "desk_create_ticket"] })],
    ]);
    // No agent has called yet. The calls are shown anyway.
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.getByRole("img", { name: /in steps of an hour/ }).waitFor();
  });

  test("says in a dry run through a toolset that the call needs an approval", async () => {
    const toolSlugs = ["desk_list_tickets"];
    const connections = [{ connectionId: desk.connectionId, applicationSlug: "desk", toolSlugs }];
    const tools = { desk_list_tickets: { name: "look_at_tickets" } };
    const body = { name: "Watched", connections, settings: { approvals: "all", tools } };
    const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", body);
    await using opened = await open("desk_list_tickets", `?toolset=${toolsetId}`);
    const { page } = opened;
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText(/this call is sent only when a person has approved it/).waitFor();
    await page.getByText("Nothing was sent.").waitFor();
    // Over MCP the tool has the name that the toolset gives it, and no other.
    await page.getByRole("tab", { name: "MCP" }).click();
    await page.getByRole("tabpanel", { name: "MCP" }).getByText('"name": "look_at_tickets"').waitFor();
    await world.call("DELETE", `/v1/toolsets/${toolsetId}`);
  });

  test("forgets what was no JSON in a field that is gone, and keeps the focus when an entry is removed", async () => {
    const either = {
      oneOf: [
        { title: "Anything", type: "object", properties: { any: {} } },
        { title: "Words", type: "string" },
      ],
    };
    const properties = {
      filter: either,
      steps: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
      labels: { type: "object", additionalProperties: { type: "string" } },
    };
    await world.call("POST", "/v1/applications", {
      source: "openapi",
      slug: "fields",
      document: {
        openapi: "3.1.0",
        info: { title: "Fields", version: "1" },
        servers: [{ url: "http://127.0.0.1:9" }],
        paths: {
          "/fields": {
            post: {
              operationId: "send_fields",
              requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
              responses: { 200: { description: "OK" } },
            },
          },
        },
      },
    });
    await using opened = await open("fields_send_fields");
    const { page } = opened;
    await page.getByRole("textbox", { name: "any", exact: true }).click();
    await page.keyboard.type("no JSON");
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText(/filter\.any/).waitFor();
    await page.getByText("Words", { exact: true }).click();
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText("Nothing was sent.").waitFor();
    for (const [add, remove] of [
      ["Add item to steps", "Remove item 1"],
      ["Add entry to labels", "Remove entry 1"],
    ] as const) {
      await page.getByRole("button", { name: add }).click();
      await page.getByRole("button", { name: remove }).focus();
      await page.keyboard.press("Enter");
      await page.locator(":focus").getByText(add).waitFor();
    }
  });

  test("sends no fields of one's own while a value has no name, or two have the same", async () => {
    await using opened = await open("desk_create_ticket");
    const { page } = opened;
    const sent = desk.received.length;
    const run = page.getByRole("button", { name: "Run", exact: true });
    await page.getByLabel("title", { exact: true }).fill("The printer is broken");
    await page.getByLabel("name", { exact: true }).fill("Robin");
    const add = page.getByRole("button", { name: "Add entry to fields" });
    await add.click();
    await page.getByRole("textbox", { name: "Value 1 of fields" }).fill("second");
    await run.click();
    await page.getByText("A value has no name.").waitFor();
    await page.getByRole("textbox", { name: "Name 1 of fields" }).fill("floor");
    await add.click();
    await page.getByRole("textbox", { name: "Name 2 of fields" }).fill("floor");
    await page.getByRole("textbox", { name: "floor", exact: true }).last().fill("third");
    await run.click();
    await page.getByText("Two entries have the name floor.").waitFor();
    expect(desk.received).toHaveLength(sent);
    await page.getByRole("textbox", { name: "Name 2 of fields" }).fill("room");
    await run.click();
    await page.getByText("Succeeded").waitFor();
    expect(desk.received.at(-1)).toMatchObject({ fields: { floor: "second", room: "third" } });
    expect(await page.getByText("Two entries have").count()).toBe(0);
  });

  test("shows no other view of an input of which a part is no JSON yet, and loses none of it", async () => {
    await using opened = await open("desk_create_ticket");
    const { page } = opened;
    const place = page.getByRole("textbox", { name: "place", exact: true });
    await place.and(page.locator("[contenteditable]")).click();
    await page.keyboard.type('["half');
    const views = page.getByRole("radiogroup", { name: "View of the input" });
    await views.getByText("JSON").click();
    await place.and(page.locator(":focus")).waitFor();
    await page.getByText("This is not JSON: look at line 1, column 7.").waitFor();
    expect(await views.getByRole("radio", { name: "Form" }).isChecked()).toBe(true);
    await place.press("End");
    await page.keyboard.type(' of it"]');
    await views.getByText("JSON").click();
    await page.getByRole("textbox", { name: "Input as JSON" }).getByText("half of it").waitFor();
  });

  test("saves a result that is a file as that file", async () => {
    await using opened = await open("desk_get_photo");
    const { page } = opened;
    await page.getByText(/Will use Desk of the house/).waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("This is a file of the type image/png, 8 B.").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "As the file itself" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("desk_get_photo.png");
    expect(await readFile(await download.path())).toEqual(photo);
  });

  test("says what is wrong inside of a value that is written as JSON", async () => {
    await using opened = await open("desk_create_ticket");
    const { page } = opened;
    await page.getByLabel("title", { exact: true }).fill("The printer is broken");
    await page.getByLabel("name", { exact: true }).fill("Robin");
    const place = page.getByRole("textbox", { name: "place", exact: true });
    await place.click();
    await page.keyboard.insertText('["here", 2]');
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("[0]: Must be a number.").waitFor();
    await place.and(page.locator(":focus")).waitFor();
  });

  test("shows only the beginning of code with a long input, and copies all of it", async () => {
    await using opened = await openConsole(world, {
      path: "/console/tools/desk_create_ticket",
      spoilsPage: true,
    });
    const { page } = opened;
    const code = page.getByRole("region", { name: "Call it from code" });
    await page.getByRole("textbox", { name: "body" }).fill(`${"many words ".repeat(10_000)}the end`);
    await code.getByRole("tabpanel", { name: "curl" }).getByText("Only the beginning is shown.").waitFor();
    expect((await code.innerText()).length).toBeLessThan(25_000);
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.title = text.slice(-30);
      };
    });
    await code.getByRole("button", { name: "Copy curl" }).click();
    await expect.poll(() => page.title()).toContain("the end");
  });

  test("keeps what is typed while the editor for JSON is loaded", async () => {
    await using opened = await openConsole(world, { isAlone: true });
    const { page } = opened;
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(/\/assets\/json-editor-[^/]*\.js$/, async (route) => {
      await wait;
      await route.continue();
    });
    await page.goto("/console/tools/desk_create_ticket");
    const place = page.getByRole("textbox", { name: "place", exact: true });
    await place.click();
    await page.keyboard.type('["there"]');
    await page.keyboard.press("ArrowLeft");
    goOn();
    await page.locator(".cm-content").and(place).waitFor();
    await page.keyboard.type(", 2");
    await page.getByText('["there", 2]').waitFor();
  });

  test("says in the form that there is no such input as one that was written as JSON", async () => {
    await using opened = await open("desk_list_tickets");
    const { page } = opened;
    await page.getByText(/Will use Desk of the house/).waitFor();
    const view = (name: string) =>
      page.getByRole("radiogroup", { name: "View of the input" }).getByText(name);
    await view("JSON").click();
    const editor = page.getByRole("textbox", { name: "Input as JSON" });
    await editor.and(page.locator("[contenteditable]")).waitFor();
    await editor.fill('{"size": "large"}');
    await view("Form").click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("There is no such input.").waitFor();
  });

  test("sends a required body that may be empty when nothing is filled in", async () => {
    await using opened = await open("desk_remind");
    const { page } = opened;
    await page.getByText(/Will use Desk of the house/).waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("Succeeded").waitFor();
    expect(desk.received.at(-1)).toBe("POST /reminders {}");
  });

  test("fills in and runs a nested form by keyboard alone", async () => {
    await using opened = await open("desk_create_ticket");
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Create a ticket" }).waitFor();
    const type = (words: string) => page.keyboard.type(words);
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 40; presses++) {
        const reached = await page.evaluate(
          () =>
            document.activeElement?.getAttribute("aria-label") ??
            (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ??
            document.activeElement?.textContent,
        );
        if (reached === name) {
          return;
        }
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab does not lead to ${name}.`);
    };
    // What is wrong is focused first.
    await page.getByLabel("title", { exact: true }).focus();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Is required.").first().waitFor();
    await tabTo("title");
    await type("The lamp is broken");
    await tabTo("name");
    await type("Robin");
    await tabTo("labels");
    await type("light");
    await page.keyboard.press("Enter");
    await tabTo("Add item to steps");
    await page.keyboard.press("Enter");
    await tabTo("action");
    await type("Press the switch");
    // An entry of a list that is not ended is sent, too.
    await page.getByLabel("labels", { exact: true }).focus();
    await type("office");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Succeeded").waitFor();
    expect(desk.received.at(-1)).toEqual({
      title: "The lamp is broken",
      reporter: { name: "Robin" },
      labels: ["light", "office"],
      steps: [{ action: "Press the switch" }],
    });
    await checkLooks(page, "tool-nested-form");
  });

  test("shows the request of a dry run, and sends nothing", async () => {
    await using opened = await open("desk_create_ticket");
    const { page } = opened;
    const before = desk.received.length;
    await page.getByLabel("title", { exact: true }).fill("The door is open");
    await page.getByLabel("name", { exact: true }).fill("Robin");
    await page.getByLabel("secret", { exact: true }).fill("canary-4711");
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText("Nothing was sent").waitFor();
    expect(desk.received).toHaveLength(before);
    const code = await page.getByRole("region", { name: "Call it from code" }).innerText();
    expect(code).toContain("$BOWLINE_API_KEY");
    expect(code).not.toContain("canary-4711");
    // What was typed is there again after the page was loaded again, except for secrets.
    await page.reload();
    await expect.poll(() => page.getByLabel("title", { exact: true }).inputValue()).toBe("The door is open");
    await expect.poll(() => page.getByLabel("secret", { exact: true }).inputValue()).toBe("");
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      "canary",
    );
  });

  test("has the same data as a form and as JSON", async () => {
    await using opened = await open("desk_create_ticket");
    const { page } = opened;
    const view = (name: string) =>
      page.getByRole("radiogroup", { name: "View of the input" }).getByText(name);
    await page.getByLabel("title", { exact: true }).fill("The chair");
    await view("JSON").click();
    const editor = page.getByRole("textbox", { name: "Input as JSON" });
    // Until the editor is loaded, a plain text field is in its place.
    await editor.and(page.locator("[contenteditable]")).waitFor();
    // What replaces selected text must not get an inline style from Chromium: the browser's log would tell.
    await editor.fill('{"title": "The table", "due": {"type": "period", "days": 3}, "extra": [1]}');
    await view("Form").click();
    await expect.poll(() => page.getByLabel("title", { exact: true }).inputValue()).toBe("The table");
    await expect.poll(() => page.getByLabel("days", { exact: true }).inputValue()).toBe("3");
    await view("JSON").click();
    await editor.and(page.locator("[contenteditable]")).waitFor();
    expect(JSON.parse(await editor.innerText())).toEqual({
      title: "The table",
      due: { type: "period", days: 3 },
      extra: [1],
    });
  });

  test("filters and sorts the list of results, and shows one of them whole", async () => {
    await using opened = await open("desk_list_tickets", "", true);
    const { page } = opened;
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("240 results").waitFor();
    expect(await page.getByRole("table", { name: "Results" }).getByRole("row").count()).toBeLessThan(60);
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("combobox", { name: "Filter 1: field" }).fill("state");
    await page.getByLabel("Filter 1: value").fill("closed");
    await page.getByLabel("Filter 1: value").press("Control+Enter");
    await page.getByText("80 results").waitFor();
    await page.getByRole("button", { name: "Sort by priority" }).click();
    await page
      .getByRole("columnheader", { name: "Sort by priority" })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
    await checkLooks(page, "tool-results");
    const copied = await copyTable(page.getByRole("table", { name: "Results" }));
    const headings = copied?.[0] ?? [];
    expect(headings.slice(0, 2), "a spreadsheet has each cell in its column").toEqual(["#", "id"]);
    expect(copied?.[1]?.[0]).toBe("1");
    expect(copied?.[1]?.[headings.indexOf("state")]).toBe("closed");
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/json-editor-[^/]*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Open result 1", exact: true }).click();
    const result = page.getByRole("dialog").getByRole("textbox", { name: "Result 1 as JSON" });
    // It is as high as the window before the editor is there, and after.
    const plain = await result.and(page.locator("textarea")).boundingBox();
    held.resolve();
    const editor = page.getByRole("dialog").locator(".cm-editor");
    await editor.waitFor();
    const whole = await editor.boundingBox();
    expect(plain?.height).toBeCloseTo(whole?.height ?? 0, -1);
  });

  test("offers no other order or page of results that a call has written, as that would be another call", async () => {
    await using opened = await open("desk_create_tickets");
    const { page } = opened;
    const sent = desk.received.length;
    await page.getByText(/Will use Desk of the house/).waitFor();
    await page.getByLabel("At most so many results").fill("2");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("2 results").waitFor();
    await page.getByRole("columnheader", { name: "title", exact: true }).click();
    expect(await page.getByRole("button", { name: /^Sort by / }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Next", exact: true }).count()).toBe(0);
    expect(desk.received.slice(sent)).toEqual(["POST /tickets/batch"]);
  });

  test("asks before a destructive call", async () => {
    await using opened = await open("desk_delete_ticket");
    const { page } = opened;
    await page.getByLabel("id", { exact: true }).fill("3");
    await page.getByLabel("id", { exact: true }).press("Control+Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await checkLooks(page, "tool-confirm");
    expect(desk.received).not.toContain("DELETE /tickets/3");
    await dialog.getByRole("button", { name: "Run" }).click();
    await page.getByText("Succeeded").waitFor();
    expect(desk.received).toContain("DELETE /tickets/3");
  });

  test("says why a tool failed, what to do, and where the record is", async () => {
    await using opened = await open("desk_fail");
    const { page } = opened;
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const result = page.getByRole("region", { name: "Result", exact: true });
    await result.getByText("The printer is on fire.").waitFor();
    await result.getByText("The application refused the request").waitFor();
    await result.getByText(/^Request /).waitFor();
    await result.getByRole("link", { name: /in the history/ }).waitFor();
    await checkLooks(page, "tool-failure");
  });

  test("runs with Ctrl+Enter before anything of it has the focus", async () => {
    await using opened = await open("desk_list_tickets");
    const { page } = opened;
    await page.getByText(/Will use Desk of the house/).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Succeeded").waitFor();
  });

  test("is not run again by Ctrl+Enter in a dialog of its result", async () => {
    await using opened = await open("desk_create_tickets");
    const { page } = opened;
    await page.getByText(/Will use Desk of the house/).waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("5 results").waitFor();
    const sent = desk.received.length;
    await page.getByRole("button", { name: "Open result 1", exact: true }).click();
    await page.getByRole("dialog").locator(".cm-content").press("Control+Enter");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add to a toolset" }).click();
    await page.getByRole("menuitem", { name: "New toolset" }).click();
    const name = page.getByRole("dialog").getByLabel("Name");
    await name.fill("Half a name");
    await name.press("Control+Enter");
    expect(await name.inputValue()).toBe("Half a name");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    // What was sent before has arrived by then.
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText("Nothing was sent.").waitFor();
    expect(desk.received).toHaveLength(sent);
  });

  test("sends every digit of a large integer, and refuses it as a number in JSON", async () => {
    await using opened = await open("desk_delete_ticket");
    const { page } = opened;
    await page.getByLabel("id", { exact: true }).fill("9007199254740993");
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText("Nothing was sent.").waitFor();
    await page.getByLabel("id", { exact: true }).fill("5");
    await page.getByText("JSON", { exact: true }).first().click();
    await page.getByLabel("Input as JSON").fill('{"id": 9007199254740993}');
    await page.getByText("9007199254740993 is too large a number to be sent exactly.").waitFor();
  });

  test("cancels a run with Escape", async () => {
    await using opened = await open("desk_wait");
    const { page } = opened;
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  });

  test("is not canceled by the second click of a double click on Run", async () => {
    await using opened = await open("desk_wait");
    const { page } = opened;
    await page.getByRole("button", { name: "Run", exact: true }).dblclick();
    const cancel = page.getByRole("button", { name: "Cancel" });
    await page.getByText("Running…").or(cancel).first().waitFor();
    await page.waitForTimeout(200);
    await cancel.click();
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  });

  test("stays quick with a result of 5 MB and with 120 fields", async () => {
    await using opened = await open("desk_export_tickets");
    const { page } = opened;
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("30,000 results").waitFor();
    expect(await page.locator("[role=row]").count()).toBeLessThan(60);
    await page.getByRole("radiogroup", { name: "View of the result" }).getByText("JSON").click();
    await page.getByRole("textbox", { name: "Result as JSON" }).waitFor();
    expect(await page.locator(".cm-line").count()).toBeLessThan(300);
    await page.goto("/console/tools/desk_set_options");
    await page.getByRole("button", { name: "Show 108 more" }).click();
    await page.getByLabel("option_120", { exact: true }).fill("x");
    await checkLooks(page, "tool-many-fields");
  });

  test("says which connection would be used and why", async () => {
    await using opened = await open("desk_list_tickets");
    const { page } = opened;
    await page.getByText("Will use Desk of the house because it is your default for Desk.").waitFor();
    await page.getByRole("combobox", { name: "Connection" }).click();
    await page.getByRole("option", { name: "Desk of the house" }).click();
    await page.getByText("because you chose it").waitFor();
  });

  test("shows what the server found wrong at its field, until that changes", async () => {
    await using opened = await open("desk_create_ticket");
    const { page } = opened;
    await page.getByLabel("title", { exact: true }).fill("The window");
    await page.getByLabel("name", { exact: true }).fill("Robin");
    const email = page.getByLabel("email", { exact: true });
    await email.fill("no address");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const problem = page.locator("#input_reporter_email__error");
    await problem.waitFor();
    await page
      .getByRole("region", { name: "Result", exact: true })
      .getByText(/^Request /)
      .waitFor();
    await email.fill("robin@example.com");
    await problem.waitFor({ state: "detached" });
  });

  test("begins with the request of a record, and runs it only on demand", async () => {
    const { historyId } = await world.call<{ historyId: number }>(
      "POST",
      "/v1/tools/desk_list_tickets/execute",
      {
        fields: { state: "open" },
        sort: [{ fieldName: "id", orderDirection: -1 }],
        top: 3,
      },
    );
    await using opened = await open("desk_list_tickets", `?from=${historyId}`);
    const { page } = opened;
    await expect.poll(() => page.getByRole("combobox", { name: "state" }).inputValue()).toBe("open");
    await expect.poll(() => page.getByRole("combobox", { name: "Sort 1: field" }).inputValue()).toBe("id");
    await page.getByText("Fill in the input and press Run.").waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("3 results").waitFor();
  });
});
