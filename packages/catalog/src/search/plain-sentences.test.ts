import { env } from "node:process";
import { beforeAll, describe, expect, it } from "vitest";
import { loadRealDocument } from "../../testing/load-real-document.ts";
import { importOpenApi } from "../openapi/import-openapi.ts";
import type { CatalogTool, HttpTool } from "../tool.ts";
import type { SearchDocument } from "./search-document.ts";
import { openSearch, type SearchIndex } from "./search-index.ts";

const applications: Record<string, { name: string; description: string }> = {
  jira: { name: "Jira", description: "Plan and track the work of a team." },
  stripe: { name: "Stripe", description: "Take payments online." },
  gmail: { name: "Gmail", description: "Read and send e-mail." },
  slack: { name: "Slack", description: "Talk to a team in channels." },
};

/** Tools with the technical names that applications give them: slug, request, name, description. */
const tools: readonly [slug: string, request: string, name: string, description: string][] = [
  [
    "jira_create_issue",
    "POST /api/2/issue",
    "Create issue",
    "Creates an issue or a sub-task from a JSON representation.",
  ],
  [
    "jira_do_transition",
    "POST /api/2/issue/{issueIdOrKey}/transitions",
    "Do transition",
    "Performs a transition on an issue, such as to close it.",
  ],
  [
    "jira_create_issue_type",
    "POST /api/2/issuetype",
    "Create issue type",
    "Creates an issue type and adds it to the default scheme.",
  ],
  ["jira_get_myself", "GET /api/2/myself", "Get user", "Returns the currently logged user."],
  [
    "stripe_post_refunds",
    "POST /v1/refunds",
    "Create a refund",
    "Refunds a charge that has been created but not yet refunded.",
  ],
  [
    "stripe_get_payment_intents",
    "GET /v1/payment_intents",
    "List all PaymentIntents",
    "Returns a list of PaymentIntents.",
  ],
  [
    "stripe_get_refunds_refund",
    "GET /v1/refunds/{refund}",
    "Retrieve a refund",
    "Retrieves the details of an existing refund.",
  ],
  [
    "gmail_users_messages_send",
    "POST /gmail/v1/users/{userId}/messages/send",
    "Users messages send",
    "Sends the specified message to the recipients in the To, Cc, and Bcc headers.",
  ],
  [
    "gmail_users_messages_list",
    "GET /gmail/v1/users/{userId}/messages",
    "Users messages list",
    "Lists the messages in the user's mailbox.",
  ],
  [
    "gmail_users_settings_update_vacation",
    "PUT /gmail/v1/users/{userId}/settings/vacation",
    "Users settings update vacation",
    "Updates vacation responder settings.",
  ],
  ["slack_chat_post_message", "POST /chat.postMessage", "Chat post message", "Sends a message to a channel."],
  [
    "slack_conversations_list",
    "GET /conversations.list",
    "Conversations list",
    "Lists all channels in a Slack team.",
  ],
];

function makeDocument([slug, request, name, description]: (typeof tools)[number]): SearchDocument {
  const [applicationSlug = "", ...operation] = slug.split("_");
  const [method = "", path = ""] = request.split(" ");
  return {
    slug,
    applicationSlug,
    applicationName: applications[applicationSlug]?.name ?? "",
    applicationDescription: applications[applicationSlug]?.description ?? "",
    operation: operation.join("_"),
    name,
    description,
    tags: [],
    parameters: [],
    method,
    path,
    isFeatured: false,
    isDeprecated: false,
  };
}

const isHttp = (tool: CatalogTool): tool is HttpTool => tool.binding.kind === "http";

/** Null on a development machine that is offline. */
async function importGitHub(): Promise<SearchDocument[] | null> {
  const text = await loadRealDocument("github").catch((error: Error) => {
    if (env.CI) {
      throw error;
    }
    return null;
  });
  return text === null ? null : readTools(text);
}

const readTools = (text: string): SearchDocument[] =>
  importOpenApi({ slug: "github", name: "GitHub", text })
    .application.tools.filter(isHttp)
    .map((tool) => ({
      ...tool,
      applicationSlug: "github",
      applicationName: "GitHub",
      applicationDescription: "Host and review code.",
      parameters: Object.keys(tool.inputSchema.properties ?? {}),
      method: tool.binding.method,
      path: tool.binding.path,
      isFeatured: false,
    }));

/** GitHub's 1,200 tools, and a few of four others. */
describe("a plain sentence", () => {
  let documents: SearchDocument[] | null;
  let index: SearchIndex;
  beforeAll(async () => {
    const gitHub = await importGitHub();
    documents = gitHub && [...gitHub, ...tools.map(makeDocument)];
    const { buildSegment, combine } = openSearch();
    index = combine([await buildSegment(documents ?? [])]);
  }, 60_000);

  const find = (query: string, connected: string[] = []): (string | undefined)[] =>
    index.search(query, { connected: new Set(connected) }).map((document) => documents?.[document]?.slug);

  it.for([
    ["close an issue", "github_issues_update"],
    ["close an issue", "jira_do_transition"],
    ["close an issue on github", "github_issues_update"],
    ["create a jira ticket", "jira_create_issue"],
    ["open a bug report", "github_issues_create"],
    ["who am I", "github_users_get_authenticated"],
    ["who am I", "jira_get_myself"],
    ["whoami", "github_users_get_authenticated"],
    ["list my repositories", "github_repos_list_for_authenticated_user"],
    ["my repos", "github_repos_list_for_authenticated_user"],
    ["refund a payment", "stripe_post_refunds"],
    ["give the money back", "stripe_post_refunds"],
    ["send an email", "gmail_users_messages_send"],
    ["send a mail to somebody", "gmail_users_messages_send"],
    ["post in a slack channel", "slack_chat_post_message"],
    ["merge the PR", "github_pulls_merge"],
    ["star a repo", "github_activity_star_repo_for_authenticated_user"],
    ["add a label to an issue", "github_issues_add_labels"],
    ["set an out of office reply", "gmail_users_settings_update_vacation"],
  ])("%j finds %s among the first five", ([query = "", slug], { skip }) => {
    if (documents === null) {
      return skip();
    }
    expect(find(query).slice(0, 5)).toContain(slug);
  });
});
