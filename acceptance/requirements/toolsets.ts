import { deferred, type Requirement, stated } from "./requirement.ts";

/** Toolsets: record, checks and updates. */
export const toolsetRequirements: Requirement[] = [
  ...stated("contract: Toolset", {
    "toolsets.record": "A toolset has the contract's eight members, and settings (D65).",
    "toolsets.record.connection":
      "Each entry of connections has connectionId, applicationSlug, toolSlugs and applicationName.",
    "toolsets.record.id": "toolsetId is a GUID.",
    "toolsets.record.created":
      "createdDate and createdByAccountUserId say when and by whom the toolset was created.",
    "toolsets.record.never-updated":
      "updatedDate is null until the first update; updatedByAccountUserId null or 0.",
    "toolsets.record.updated": "An update sets updatedDate and updatedByAccountUserId.",
  }),
  ...stated("contract: PATCH /v1/toolsets/{toolsetId}", {
    "toolsets.update": "PATCH changes the members sent and returns the updated toolset.",
    "toolsets.update.null": "A member that is null does not change.",
    "toolsets.update.left-out": "A member that is left out does not change.",
    "toolsets.update.foreign": "Changing another caller's toolset is 403.",
    "toolsets.update.entry-members":
      "An entry of connections sets connectionId, applicationSlug and toolSlugs; another applicationName or other members are a VALIDATION_ERROR.",
    "toolsets.update.round-trip": "PATCH takes the record that GET returned, and changes nothing by it.",
  }),
  ...stated("contract: DELETE /v1/toolsets/{toolsetId}", {
    "toolsets.delete": "DELETE removes the caller's own toolset and returns a JSON string.",
    "toolsets.delete.foreign": "Deleting another caller's toolset is 403 and does not delete it.",
  }),
  ...stated("D37", {
    "toolsets.create": "POST /v1/toolsets creates a toolset with name, connections and workflows.",
    "toolsets.list": "GET /v1/toolsets lists the caller's own toolsets in the list envelope.",
    "toolsets.get": "GET /v1/toolsets/{toolsetId} returns the record.",
    "toolsets.get.foreign": "Another caller's toolset is 403.",
    "toolsets.missing": "A toolset that does not exist is 404.",
  }),
  ...stated("D38", {
    "toolsets.check.name": "name has 1 to 200 characters.",
    "toolsets.check.connection-exists":
      "A connection that does not exist is a VALIDATION_ERROR at that entry.",
    "toolsets.check.connection-foreign": "Another caller's connection is 403.",
    "toolsets.check.application":
      "An applicationSlug that is not the connection's is a VALIDATION_ERROR at that member.",
    "toolsets.check.tool":
      "A tool of another application, or an unknown tool, is a VALIDATION_ERROR at that slug.",
    "toolsets.check.nearest": "The message for a misspelled tool names the one that was meant.",
    "toolsets.check.twice": "The same connection twice is a VALIDATION_ERROR.",
    "toolsets.check.repeated": "A tool or a workflow that is named twice is kept once.",
    "toolsets.check.workflows": "A workflow that is not a GUID is a VALIDATION_ERROR at that entry.",
    "toolsets.check.on-update": "An update has the same checks and changes nothing when refused.",
    "toolsets.check.all-at-once": "All problems of a toolset are reported together.",
    "toolsets.empty-permits-nothing": "toolSlugs [] permits nothing.",
    "toolsets.lists-replace": "A list in the request replaces the stored list.",
  }),
  ...stated("D39", {
    "toolsets.update.empty": "An update with no members changes nothing, not even updatedDate.",
    "toolsets.update.concurrent": "After two concurrent updates, each member has the value of one of them.",
  }),
  ...deferred("contract: Toolset", "This service only stores workflow tokens; it has no workflows.", {
    "toolsets.workflows.resolved": "A workflow token names a workflow.",
  }),
];
