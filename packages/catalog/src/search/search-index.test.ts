import { serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import { describeSearchedTool } from "../../testing/searched-tool.ts";
import type { SearchDocument } from "./search-document.ts";
import { openSearch } from "./search-index.ts";
import { deserializeSegment, serializeSegment } from "./serialize-segment.ts";

const { buildSegment, combine } = openSearch();
const buildSearchIndex = async (documents: readonly SearchDocument[]) =>
  combine([await buildSegment(documents)]);

const tools = [
  describeSearchedTool("github_issues_create", "Create an issue", {
    applicationName: "GitHub",
    description: "Any user with pull access to a repository can create an issue.",
    parameters: ["owner", "repo", "title", "body", "assignees"],
    path: "/repos/{owner}/{repo}/issues",
    tags: ["issues"],
  }),
  describeSearchedTool("github_issues_list", "List repository issues", {
    applicationName: "GitHub",
    tags: ["issues"],
  }),
  describeSearchedTool("github_issues_remove_label", "Remove a label from an issue", {
    applicationName: "GitHub",
  }),
  describeSearchedTool("gitlab_issues_create", "Create an issue", { applicationName: "GitLab" }),
  describeSearchedTool("slack_chat_post_message", "Post a message", {
    applicationName: "Slack",
    description: "Sends a message to a channel.",
    parameters: ["channel", "text"],
  }),
  describeSearchedTool("calendar_events_insert", "calendar.events.insert", {
    applicationName: "Google Calendar",
    description: "Creates an event.",
    parameters: ["calendarId", "attendees"],
  }),
  describeSearchedTool("youtube_search_list", "Searches videos", { applicationName: "YouTube" }),
  describeSearchedTool("stripe_post_customers", "PostCustomers", {
    description: "<p>Creates a <b>customer</b> object.</p>",
  }),
  describeSearchedTool("weibo_trending", "get-weibo-trending", {
    description: "获取微博热搜榜，包含时事热点",
  }),
  describeSearchedTool("cafe_menu", "Speisekarte zeigen", {
    description: "Zeigt die Karte des Cafés als Übersicht",
  }),
];

const index = await buildSearchIndex(tools);

function search(query: string, accept?: (document: number) => boolean): string[] {
  return index.search(query, accept && { accept }).map((document) => tools[document]?.slug ?? "");
}

describe("a query in words", () => {
  it.each([
    ["create github issue", "github_issues_create"],
    ["creating issues on GitHub", "github_issues_create"],
    ["open a ticket in gitlab", "gitlab_issues_create"],
    ["delete a label", "github_issues_remove_label"],
    ["can you please send something to a slack channel for me", "slack_chat_post_message"],
    ["new customer", "stripe_post_customers"],
    ["schedule a meeting in google calendar", "calendar_events_insert"],
    ["assignees", "github_issues_create"],
  ])("%j finds %s first", (query, slug) => {
    expect(search(query)[0]).toBe(slug);
  });

  it.each([
    ["you tube", "youtube_search_list"],
    ["postCustomers", "stripe_post_customers"],
    ["calendarId", "calendar_events_insert"],
    ["slackmessage", "slack_chat_post_message"],
  ])("%j finds the same as one word or two", (query, slug) => {
    expect(search(query)[0]).toBe(slug);
  });

  it.each([
    ["calender", "calendar_events_insert"],
    ["mesage chanel", "slack_chat_post_message"],
    ["cusotmer", "stripe_post_customers"],
    ["youtu", "youtube_search_list"],
    ["attend", "calendar_events_insert"],
  ])("%j finds %s although the word occurs nowhere", (query, slug) => {
    expect(search(query)[0]).toBe(slug);
  });

  it.each([
    ["微博热搜", "weibo_trending"],
    ["微", "weibo_trending"],
    ["热点", "weibo_trending"],
    ["cafes ubersicht", "cafe_menu"],
    ["CAFÉS", "cafe_menu"],
  ])("%j is found in other languages", (query, slug) => {
    expect(search(query)[0]).toBe(slug);
  });

  it("of only stop words searches for them", () => {
    expect(search("any with")).toEqual(["github_issues_create"]);
  });

  it("takes e-mail and email for one word", async () => {
    const mail = { applicationDescription: "Read and send e-mail.", description: "Sends a message." };
    const documents = [
      describeSearchedTool("chat_messages_send", "Send a message"),
      describeSearchedTool("post_messages_send", "Send a message", mail),
    ];
    const own = await buildSearchIndex(documents);
    for (const query of ["send an email", "send an e-mail"]) {
      const [first] = own.search(query, { connected: new Set() });
      expect(documents[first ?? -1]?.slug, query).toBe("post_messages_send");
    }
  });

  it("does not match the markup of a description", () => {
    expect(search("b")).not.toContain("stripe_post_customers");
  });

  it.each(["", "   ", "?!…", "xylophone quartet", "\u0000"])("%j finds nothing", (query) => {
    expect(search(query)).toEqual([]);
  });
});

describe("the order", () => {
  it("begins with the tool whose slug is the query", () => {
    expect(search("github_issues_list")[0]).toBe("github_issues_list");
    expect(search(" GitHub_Issues_List ")[0]).toBe("github_issues_list");
  });

  it("begins with the tools whose slugs begin with the query", () => {
    const found = search("github_issues");
    expect(found.slice(0, 3).sort()).toEqual([
      "github_issues_create",
      "github_issues_list",
      "github_issues_remove_label",
    ]);
    expect(found).toContain("gitlab_issues_create");
  });

  it("begins with the tool whose name is the query", () => {
    expect(search("Speisekarte zeigen")[0]).toBe("cafe_menu");
  });

  it("is by slug when two tools match equally, whatever the order of the documents", async () => {
    const twins = ["b_get", "c_get", "a_get"].map((slug) =>
      describeSearchedTool(slug, "Get", { applicationName: "Twin" }),
    );
    const order = async (given: SearchDocument[]) => {
      const found = (await buildSearchIndex(given)).search("twin");
      return found.map((document) => given[document]?.slug);
    };
    expect(await order(twins)).toEqual(["a_get", "b_get", "c_get"]);
    expect(await order([...twins].reverse())).toEqual(["a_get", "b_get", "c_get"]);
  });

  it("is the same when a query is repeated", () => {
    const first = search("create an issue");
    search("weibo");
    expect(search("create an issue")).toEqual(first);
  });
});

describe("accept", () => {
  it("filters documents and keeps the order of the others", () => {
    const all = search("issue");
    const accepted = search("issue", (document) => tools[document]?.applicationSlug === "github");
    expect(all).toContain("gitlab_issues_create");
    expect(accepted).toEqual(all.filter((slug) => slug.startsWith("github")));
  });

  it("also filters an exact slug", () => {
    expect(search("github_issues_list", (document) => document !== 1)).not.toContain("github_issues_list");
  });
});

describe("equal tools", () => {
  const twins = ["a_list", "b_list", "c_list"].map((slug) => describeSearchedTool(slug, "List pages"));
  const slugsOf = (found: number[], given: readonly SearchDocument[]) =>
    found.map((document) => given[document]?.slug);

  it("begin with those of the applications that the caller is connected to", async () => {
    const twinIndex = await buildSearchIndex(twins);
    const found = twinIndex.search("list pages", { connected: new Set(["c"]) });
    expect(slugsOf(found, twins)).toEqual(["c_list", "a_list", "b_list"]);
    expect(slugsOf(twinIndex.search("list pages"), twins)).toEqual(["a_list", "b_list", "c_list"]);
  });

  it("begin with the featured one and end with the deprecated one", async () => {
    const given = twins.map((twin) => ({
      ...twin,
      isFeatured: twin.slug === "c_list",
      isDeprecated: twin.slug === "a_list",
    }));
    const found = (await buildSearchIndex(given)).search("list pages");
    expect(slugsOf(found, given)).toEqual(["c_list", "b_list", "a_list"]);
  });
});

describe("closeness in meaning", () => {
  const close = (numbers: Record<string, number>) =>
    Float32Array.from(tools, ({ slug }) => numbers[slug] ?? 0.05);
  const find = (query: string, similarities: Float32Array) =>
    index.search(query, { similarities }).map((document) => tools[document]?.slug);

  it("finds a tool that holds none of the words", () => {
    const found = find("announce to the team", close({ slack_chat_post_message: 0.6 }));
    expect(found[0]).toBe("slack_chat_post_message");
    expect(find("announce to the team", close({}))).toEqual([]);
  });

  it("decides between tools with the same words", () => {
    const similarities = close({ github_issues_create: 0.5, gitlab_issues_create: 0.7 });
    expect(find("create an issue", similarities)[0]).toBe("gitlab_issues_create");
  });

  it("counts less than a whole name or slug", () => {
    const similarities = close({ github_issues_create: 0.9 });
    expect(find("Post a message", similarities)[0]).toBe("slack_chat_post_message");
    expect(find("github_issues_list", similarities)[0]).toBe("github_issues_list");
  });

  it("changes nothing when it is not known", () => {
    const unknown = new Float32Array(tools.length);
    expect(index.search("create issue", { similarities: unknown })).toEqual(index.search("create issue"));
  });
});

describe("the action of a tool", () => {
  const request = (slug: string, method: string, path: string) =>
    describeSearchedTool(slug, "Pages", { description: "Everything about pages.", method, path });
  const pages = [
    request("wiki_p1", "GET", "/pages"),
    request("wiki_p2", "POST", "/pages"),
    request("wiki_p3", "GET", "/pages/{id}"),
    request("wiki_p4", "PATCH", "/pages/{id}"),
    request("wiki_p5", "DELETE", "/pages/{id}"),
    request("wiki_p6", "POST", "/pages/{id}/publish"),
  ];

  it.each([
    ["list the pages", "wiki_p1"],
    ["write a new page", "wiki_p2"],
    ["read a page", "wiki_p3"],
    ["rename a page", "wiki_p4"],
    ["get rid of a page", "wiki_p5"],
    ["publish the page", "wiki_p6"],
    ["which pages are there", "wiki_p1"],
  ])("is read from its request: %j finds %s", async (query, slug) => {
    const found = (await buildSearchIndex(pages)).search(query);
    expect(pages[found[0] ?? -1]?.slug).toBe(slug);
  });
});

describe("a stored segment", () => {
  it("is searched like the one that it was made of", async () => {
    const segment = await buildSegment(tools);
    const stored = deserializeSegment(serializeSegment(segment));
    const copy = combine(stored === null ? [] : [stored]);
    for (const query of ["create issue", "calender", "gitlab", "github_issues_list", "Post a message"]) {
      expect(copy.search(query), query).toEqual(index.search(query));
    }
  });

  it("of another version is not opened", async () => {
    const { data } = await buildSegment(tools);
    expect(deserializeSegment(serialize({ ...data, version: 0 }))).toBeNull();
  });
});

describe("an index of applications", () => {
  const applications = [
    describeSearchedTool("google-calendar", "Google Calendar", {
      applicationSlug: "google-calendar",
      description: "Time management",
    }),
    describeSearchedTool("gmail", "Gmail", { description: "E-mail by Google" }),
    describeSearchedTool("stripe", "Stripe", { description: "Payments and invoices", tags: ["payments"] }),
  ];
  const search = async (query: string) => (await buildSearchIndex(applications)).search(query);

  it.each([
    ["google-cal", 0],
    ["calendar", 0],
    ["payment", 2],
    ["google mail", 1],
  ])("finds the application for %j", async (query, document) => {
    expect((await search(query))[0]).toBe(document);
  });
});

describe("hostile input", () => {
  const random = (length: number) =>
    Array.from({ length }, (_, place) => String.fromCharCode(97 + ((place * 7) % 26)));
  it.each([
    ["one long word", random(400).join("")],
    ["many words that occur nowhere", random(400).join("q ")],
    ["many capitals", "aB".repeat(500)],
    ["10,000 words", Array.from({ length: 10_000 }, (_, word) => `w${word.toString(36)}x`).join(" ")],
    ["expressions that never end", "turn ".repeat(200)],
    ["a megabyte", "create issue ".repeat(80_000)],
    ["combining marks", "a\u0301\u0302".repeat(300)],
    ["lone surrogates", "\ud800".repeat(400)],
    ["names of object members", "__proto__ constructor toString valueOf hasOwnProperty"],
  ])("of %s ends before the test's own time limit", (_, query) => {
    expect(index.search(query).length).toBeLessThanOrEqual(tools.length);
  });

  it("in documents is indexed without an error", async () => {
    const odd = await buildSearchIndex([
      describeSearchedTool("odd_a", "__proto__ constructor", {
        description: "x".repeat(100_000),
        parameters: ["\ud800"],
      }),
      describeSearchedTool("odd_b", "", { description: "<".repeat(10_000) }),
    ]);
    expect(odd.search("constructor")).toEqual([0]);
    expect(odd.size).toBe(2);
  });

  it("without any documents finds nothing", async () => {
    expect((await buildSearchIndex([])).search("create issue")).toEqual([]);
  });
});

describe("several segments", () => {
  it("are ranked as if they were one", async () => {
    const byApplication = [...Map.groupBy(tools, ({ applicationSlug }) => applicationSlug).values()];
    const segments = await Promise.all(byApplication.map((group) => buildSegment(group)));
    expect(segments.length).toBeGreaterThan(2);
    const combined = combine(segments);
    const order = byApplication.flat();
    expect(combined.size).toBe(tools.length);
    const queries = [
      "create issue",
      "list",
      "send a message to slack",
      "creat isue",
      "gmail",
      "get",
      "github_",
    ];
    for (const query of [...queries, ...tools.map(({ slug }) => slug), ...tools.map(({ name }) => name)]) {
      const slugs = combined.search(query).map((document) => order[document]?.slug);
      expect(slugs, query).toEqual(index.search(query).map((document) => tools[document]?.slug));
    }
  });

  it("may be empty", () => {
    expect(combine([]).search("create issue")).toEqual([]);
  });
});
