import { deferred, type Requirement, stated } from "./requirement.ts";

/** Toolsets: record, checks and updates. */
export const toolsetRequirements: Requirement[] = [
  ...stated("contract: Toolset", {
    "toolsets.record": "A toolset has the contract's eight members and no others.",
    "toolsets.record.connection":
      "Its connections have connectionId, applicationSlug, toolSlugs, applicationName.",
    "toolsets.record.id": "toolsetId is a GUID.",
    "toolsets.record.created": "createdDate and createdByAccountUserId tell when and by whom it was made.",
    "toolsets.record.never-updated":
      "updatedDate is null until the first update; updatedByAccountUserId null or 0.",
    "toolsets.record.updated": "An update sets updatedDate and updatedByAccountUserId.",
  }),
  ...stated("contract: PATCH /v1/toolsets/{toolsetId}", {
    "toolsets.update": "PATCH changes the members sent and answers the updated toolset.",
    "toolsets.update.null": "A member that is null is left unchanged.",
    "toolsets.update.left-out": "A member that is left out is left unchanged.",
    "toolsets.update.foreign": "Changing another caller's toolset is 403.",
    "toolsets.update.entry-members":
      "An entry of connections has only connectionId, applicationSlug and toolSlugs.",
  }),
  ...stated("contract: DELETE /v1/toolsets/{toolsetId}", {
    "toolsets.delete": "DELETE removes one's own toolset and answers a JSON string.",
    "toolsets.delete.foreign": "Deleting another caller's toolset is 403 and leaves it.",
  }),
  ...stated("D37", {
    "toolsets.create": "POST /v1/toolsets makes a toolset of name, connections and workflows.",
    "toolsets.list": "GET /v1/toolsets lists one's own toolsets in the list envelope.",
    "toolsets.get": "GET /v1/toolsets/{toolsetId} answers the record.",
    "toolsets.get.foreign": "Another caller's toolset is 403.",
    "toolsets.missing": "A toolset that does not exist is 404.",
  }),
  ...stated("D38", {
    "toolsets.check.name": "name has 1 to 200 characters.",
    "toolsets.check.connection-exists": "A connection that does not exist is a VALIDATION_ERROR at it.",
    "toolsets.check.connection-foreign": "Another caller's connection is 403.",
    "toolsets.check.application":
      "An applicationSlug that is not the connection's is a VALIDATION_ERROR at it.",
    "toolsets.check.tool": "A tool of another application, or of none, is a VALIDATION_ERROR at it.",
    "toolsets.check.twice": "The same connection twice is a VALIDATION_ERROR.",
    "toolsets.check.workflows": "A workflow that is no GUID is a VALIDATION_ERROR at it.",
    "toolsets.check.on-update": "An update is checked the same way and changes nothing when refused.",
    "toolsets.check.all-at-once": "All problems of a toolset are reported together.",
    "toolsets.empty-permits-nothing": "toolSlugs [] permits nothing.",
    "toolsets.lists-replace": "A list sent replaces the list kept.",
  }),
  ...stated("D39", {
    "toolsets.update.empty": "An update with no members changes nothing, not even updatedDate.",
    "toolsets.update.concurrent": "Of two updates at once each member is whole one or the other.",
  }),
  ...deferred("contract: Toolset", "Workflows are not things of this service: their tokens are only kept.", {
    "toolsets.workflows.resolved": "A workflow token names a workflow.",
  }),
];
