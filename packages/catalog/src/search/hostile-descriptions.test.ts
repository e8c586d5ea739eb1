import { expect, test } from "vitest";
import { describeSearchedTool } from "../../testing/searched-tool.ts";
import type { SearchDocument } from "./search-document.ts";
import { openSearch } from "./search-index.ts";

const { buildSegment, combine } = openSearch();

const mail = { applicationDescription: "Send and read e-mail." };
const code = { applicationDescription: "Repositories, issues and their users." };
const shop = { applicationDescription: "Take payments and refund them." };
const honest = [
  describeSearchedTool("mail_messages_send", "Send an e-mail", {
    ...mail,
    description: "Sends an e-mail to people.",
  }),
  describeSearchedTool("mail_messages_list", "List e-mails", mail),
  describeSearchedTool("code_issues_create", "Create an issue", { ...code, description: "Opens an issue." }),
  describeSearchedTool("code_repos_list", "List my repositories", {
    ...code,
    method: "GET",
    path: "/user/repos",
  }),
  describeSearchedTool("code_user_get", "Get the connected user", { ...code, method: "GET", path: "/user" }),
  describeSearchedTool("shop_refunds_create", "Refund a payment", {
    ...shop,
    method: "POST",
    path: "/refunds",
  }),
];
const sentences: [sentence: string, slug: string][] = [
  ["send an email", "mail_messages_send"],
  ["create an issue", "code_issues_create"],
  ["list my repositories", "code_repos_list"],
  ["who am I", "code_user_get"],
  ["refund a payment", "shop_refunds_create"],
];
const words =
  "send email mail create issue who am I my user list repositories refund payment get find update";
const many = (text: string, count: number) => Array.from({ length: count }, () => text).join(" ");

const stuffed: [kind: string, rest: Partial<SearchDocument>][] = [
  ["a description of 10 MB with every word", { description: many(words, 100_000) }],
  ["a description of 10 MB with one word", { description: many("email", 1_700_000) }],
  ["a name with every word", { name: words }],
  ["a name that repeats its words", { name: many("send email", 10) }],
  ["a name of 10 MB", { name: many(words, 100_000) }],
  ["100,000 tags", { tags: many(words, 6_000).split(" ") }],
  ["100,000 inputs", { parameters: many(words, 6_000).split(" ") }],
  ["an application's name with every word", { applicationName: words }],
  ["an application's description with every word", { applicationDescription: words }],
  ["a path with every word", { method: "POST", path: `/${words.replaceAll(" ", "/")}` }],
  ["a path that repeats its words", { method: "POST", path: "/email".repeat(100_000) }],
  [
    "every word everywhere",
    {
      name: words,
      applicationName: words,
      applicationDescription: words,
      description: words,
      tags: words.split(" "),
      parameters: words.split(" "),
    },
  ],
];

test.each(stuffed)("a tool with %s is found before no tool that is meant", async (_kind, rest) => {
  const documents = [describeSearchedTool("stuffed_x", "X", rest), ...honest];
  const index = combine([await buildSegment(documents)]);
  for (const [sentence, slug] of sentences) {
    expect(documents[index.search(sentence)[0] ?? -1]?.slug, sentence).toBe(slug);
  }
});

test("an application keeps only the beginning of a name of 1 MB", async () => {
  const { data } = await buildSegment([
    describeSearchedTool("stuffed_x", "X", { applicationName: many("word", 200_000) }),
  ]);
  expect(data.applications[0]?.name.length).toBeLessThan(1000);
});

test("words without end leave an index of limited size, which still finds what it holds", async () => {
  const documents = Array.from({ length: 110 }, (_, tool) =>
    describeSearchedTool(`endless_${tool}`, `Tool ${tool}`, {
      description: Array.from({ length: 500 }, (_word, word) => `w${(tool * 500 + word).toString(36)}q`).join(
        " ",
      ),
    }),
  );
  const endless = await buildSegment([...honest, ...documents]);
  expect(endless.vocabulary.size).toBeLessThanOrEqual(50_000);
  const index = combine([endless]);
  expect(index.search("send an email")[0]).toBe(0);
  expect(index.search("wabzq wcdzq wefzq wghzq send an e-mial")[0]).toBe(0);
});
