import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { connectionOf, dataOf, graphql, issueId, page, pageInfo, pagingOf, read, write } from "./graphql.ts";

const comment = z.looseObject({ id: z.string(), body: z.string().optional() });

export const discussionTools = [
  defineTool({
    operation: "comments_list",
    name: "List comments of an issue",
    description: "Returns the comments of one issue with their writers.",
    input: z.object({ issueId, ...page }),
    output: dataOf({ issue: z.looseObject({ comments: connectionOf(comment) }) }),
    hints: { readOnly: true, idempotent: true },
    scopes: read,
    resultsPath: "/data/issue/comments/nodes",
    paging: pagingOf("issue/comments"),
    request: graphql(
      `query Comments($id: String!, $first: Int, $after: String) { issue(id: $id) { comments(first: $first, after: $after) { nodes { id body createdAt url user { id name } parent { id } } ${pageInfo} } } }`,
      { id: fromInput("issueId"), first: fromInput("first"), after: fromInput("after") },
    ),
  }),
  defineTool({
    operation: "comments_create",
    name: "Comment on an issue",
    description: "Writes a comment on an issue, or a reply to a comment.",
    input: z.object({
      issueId,
      body: z.string().min(1).describe("The comment as Markdown."),
      parentId: z.string().optional().describe("Id of the comment to reply to."),
    }),
    output: dataOf({ commentCreate: z.looseObject({ success: z.boolean(), comment: comment.nullish() }) }),
    scopes: ["comments:create"],
    request: graphql(
      "mutation Comment($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { id body createdAt } } }",
      { input: { issueId: fromInput("issueId"), body: fromInput("body"), parentId: fromInput("parentId") } },
    ),
  }),
  defineTool({
    operation: "links_create",
    name: "Attach a link to an issue",
    description: "Attaches a web address, such as a pull request or a document, to an issue.",
    input: z.object({
      issueId,
      url: z.string().min(1).describe("The address."),
      title: z.string().optional().describe("What the link shows."),
    }),
    output: dataOf({ attachmentLinkURL: z.looseObject({ success: z.boolean() }) }),
    scopes: write,
    request: graphql(
      "mutation Link($issueId: String!, $url: String!, $title: String) { attachmentLinkURL(issueId: $issueId, url: $url, title: $title) { success attachment { id url title } } }",
      { issueId: fromInput("issueId"), url: fromInput("url"), title: fromInput("title") },
    ),
  }),
];
