import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "github",
  name: "GitHub",
  description: "Work with repositories, issues, pull requests, code, actions and releases on GitHub.",
  categories: ["developer-tools"],
  websiteUrl: "https://github.com",
  documentationUrl: "https://docs.github.com/en/rest",
  icon: { simpleIcons: "github" },
  document: {
    package: "@octokit/openapi",
    version: "23.0.2",
    integrity:
      "sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==",
    license: "MIT",
    files: ["generated/api.github.com.json"],
  },
  servers: [{ name: "production", url: "https://api.github.com" }],
  authentications: {
    token: {
      type: "http",
      scheme: "bearer",
      title: "Personal access token",
      description:
        "Create it at https://github.com/settings/personal-access-tokens. It is limited to the repositories and permissions that you choose.",
      documentationUrl:
        "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens",
      fields: { token: { label: "Personal access token" } },
    },
    oauth: {
      type: "oauth2",
      title: "Sign in with GitHub",
      documentationUrl:
        "https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps",
      provider: "github",
      scopes: {
        repo: "Read and write public and private repositories",
        public_repo: "Read and write public repositories",
        "read:org": "Read organizations, their teams and members",
        "read:user": "Read your profile",
        "user:email": "Read your e-mail addresses",
        gist: "Write gists",
        notifications: "Read notifications and mark them as read",
        workflow: "Change the workflow files of GitHub Actions",
        "read:project": "Read projects",
        project: "Read and write projects",
        "read:packages": "Read packages",
        delete_repo: "Delete repositories",
      },
      // A team asks for more with the scopes of its own client.
      method: { defaultScopes: ["repo", "read:org", "read:user", "user:email", "notifications"] },
    },
  },
  // https://docs.github.com/en/rest/users/users#get-the-authenticated-user
  test: { operation: "GET /user", labelPath: "/login" },
  // https://docs.github.com/en/rest/repos/repos#list-repositories-for-the-authenticated-user
  objects: [
    { kind: "repository", operation: "GET /user/repos", namePath: "/full_name" },
    { kind: "organization", operation: "GET /user/orgs", namePath: "/login" },
  ],
  contexts: [
    {
      context: { type: "repository", inputs: ["owner", "repo"] },
      operations: ["* /repos/{owner}/{repo}", "* /repos/{owner}/{repo}/*"],
    },
    { context: { type: "organization", inputs: ["org"] }, operations: ["* /orgs/{org}", "* /orgs/{org}/*"] },
  ],
  // https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
  paging: [
    {
      paging: { kind: "linkHeader", parameter: "after", sizeParameter: "per_page" },
      operations: [
        "GET /advisories",
        "GET */code-security/configurations",
        "GET */code-security/configurations/{configuration_id}/repositories",
        "GET */dependabot/alerts",
        "GET */attestations/repositories",
        "GET */copilot-spaces",
        "GET */projectsV2",
        "GET */projectsV2/*/fields",
        "GET */projectsV2/*/items",
        "GET */security-advisories",
        "GET */concurrency_groups",
        "GET */activity",
        "GET */code-quality/findings",
      ],
    },
    {
      paging: { kind: "linkHeader", parameter: "cursor", sizeParameter: "per_page" },
      operations: ["GET */deliveries"],
    },
    {
      paging: { kind: "linkHeader", parameter: "since", sizeParameter: "per_page" },
      operations: ["GET /users", "GET /organizations"],
    },
    { paging: { kind: "linkHeader", parameter: "since" }, operations: ["GET /repositories"] },
  ],
  featured: {
    "GET /repos/{owner}/{repo}": {
      name: "Get a repository",
      description:
        "Returns one repository: its description, default branch, visibility, topics, license and counts of stars, forks and open issues.",
    },
    "GET /user/repos": {
      name: "List my repositories",
      description:
        "Lists the repositories that the connected account can reach: its own, those it collaborates on, and those of its organizations.",
    },
    "GET /search/repositories": {
      name: "Search repositories",
      description:
        "Finds repositories on all of GitHub. `q` takes words and qualifiers, such as `language:go stars:>500`.",
    },
    "GET /search/issues": {
      name: "Search issues and pull requests",
      description:
        "Finds issues and pull requests in all repositories. `q` takes words and qualifiers, such as `repo:owner/name is:issue is:open label:bug`.",
    },
    "GET /search/code": {
      name: "Search code",
      description:
        "Finds files by their content. `q` takes words and qualifiers, such as `repo:owner/name path:src extension:ts`.",
    },
    "GET /repos/{owner}/{repo}/issues": {
      name: "List issues of a repository",
      description:
        "Lists a repository's issues by state, labels, assignee or date of change. Pull requests are in the list too; they have a member `pull_request`.",
    },
    "GET /repos/{owner}/{repo}/issues/{issue_number}": {
      name: "Get an issue",
      description:
        "Returns one issue with its text, labels, assignees and state. Comments are listed by another tool.",
    },
    "POST /repos/{owner}/{repo}/issues": {
      name: "Create an issue",
      description:
        "Opens an issue in a repository, with a title and, if wanted, a text in Markdown, labels and assignees.",
    },
    "PATCH /repos/{owner}/{repo}/issues/{issue_number}": {
      name: "Update an issue",
      description:
        "Changes an issue's title, text, labels or assignees, or closes and reopens it with `state`. What is left out stays.",
    },
    "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": {
      name: "Comment on an issue or pull request",
      description:
        "Adds a comment in Markdown to an issue. A pull request takes comments under its own number too.",
    },
    "GET /repos/{owner}/{repo}/pulls": {
      name: "List pull requests",
      description: "Lists a repository's pull requests by state, head branch or base branch.",
    },
    "GET /repos/{owner}/{repo}/pulls/{pull_number}": {
      name: "Get a pull request",
      description:
        "Returns one pull request: its text, branches, state, whether it can be merged, and counts of commits and changed lines.",
    },
    "POST /repos/{owner}/{repo}/pulls": {
      name: "Create a pull request",
      description:
        "Opens a pull request from the branch `head` into the branch `base`. Set `draft` for a draft.",
    },
    "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": {
      name: "Merge a pull request",
      description:
        "Merges a pull request by merge commit, squash or rebase. It fails when checks or reviews forbid it.",
    },
    "GET /repos/{owner}/{repo}/pulls/{pull_number}/files": {
      name: "List files of a pull request",
      description: "Lists the files that a pull request changes, each with its status and its patch.",
    },
    "GET /repos/{owner}/{repo}/contents/{path}": {
      name: "Get a file or folder",
      description:
        "Returns a file's content as base64, or the entries of a folder. `ref` selects a branch, tag or commit; default: the default branch.",
    },
    "PUT /repos/{owner}/{repo}/contents/{path}": {
      name: "Create or update a file",
      description:
        "Writes one file as a commit. `content` is base64. To replace a file, give the `sha` that it has now.",
    },
    "GET /repos/{owner}/{repo}/commits": {
      name: "List commits",
      description: "Lists a repository's commits, newest first, by branch, path, author or time.",
    },
    "GET /repos/{owner}/{repo}/actions/runs": {
      name: "List workflow runs",
      description: "Lists the runs of a repository's workflows by branch, event or status, newest first.",
    },
    "POST /repos/{owner}/{repo}/releases": {
      name: "Create a release",
      description:
        "Publishes a release for a tag, with notes in Markdown. A tag that is missing is made from `target_commitish`.",
    },
  },
});
