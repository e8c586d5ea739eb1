import { defineApplication } from "@bowline/catalog/application";
import { discussionTools } from "./discussion.ts";
import { issueTools } from "./issues.ts";
import { projectTools } from "./projects.ts";

export const application = defineApplication({
  slug: "jira",
  name: "Jira",
  description: "Find, create, change and discuss issues in Jira Cloud, and look at boards and sprints.",
  categories: ["project-management", "developer-tools"],
  websiteUrl: "https://www.atlassian.com/software/jira",
  // Version 2 has the operations of version 3, with texts as text.
  documentationUrl: "https://developer.atlassian.com/cloud/jira/platform/rest/v2/intro/",
  icon: { simpleIcons: "jira" },
  // https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/: tokens of OAuth are for the first address only.
  environments: [
    { name: "production", serverUrl: "https://api.atlassian.com/ex/jira/{cloudId}" },
    { name: "site", serverUrl: "https://{site}.atlassian.net" },
  ],
  authentications: [
    {
      type: "oauth2",
      key: "oauth",
      name: "Atlassian account",
      provider: "atlassian",
      scopes: {
        "read:jira-work": "Read projects and issues.",
        "write:jira-work": "Create and change issues.",
        "read:jira-user": "Read people's profiles.",
        "read:board-scope:jira-software": "Read boards.",
        "read:sprint:jira-software": "Read sprints.",
        "read:issue-details:jira": "Read the issues of sprints.",
        "read:project:jira": "Read the projects of boards.",
      },
      providerFields: ["cloudId"],
    },
    {
      type: "custom",
      key: "apiToken",
      name: "API token",
      description: "Create the token at https://id.atlassian.com/manage-profile/security/api-tokens.",
      fields: {
        site: {
          label: "Site",
          description: "The `example` of `example.atlassian.net`.",
          secret: false,
          pattern: "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?",
          patternHint: "a part of a host name",
        },
        email: { label: "E-mail address", secret: false },
        apiToken: { label: "API token" },
      },
      placements: [{ in: "basic", username: "{email}", password: "{apiToken}" }],
    },
  ],
  test: { operation: "myself_get", labelPath: "/emailAddress" },
  objects: [{ kind: "project", operation: "projects_list", namePath: "/key", labelPath: "/name" }],
  tools: [...issueTools, ...discussionTools, ...projectTools],
});
