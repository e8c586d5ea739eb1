import { type Requirement, stated } from "./requirement.ts";

/** Saving only what nobody else has changed meanwhile (RFC 9110 §13.1.1). */
export const preconditionRequirements: Requirement[] = stated("D39", {
  "toolsets.tag":
    "A toolset is returned with its entity tag, the header etag: its updatedDate, or its createdDate when it was never updated, in double quotes.",
  "toolsets.if-match":
    "PATCH with If-Match changes a toolset only while it has one of these tags. Else nothing changes, and the response is 409 CONFLICT.",
  "toolsets.if-match.delete":
    "DELETE with If-Match deletes a toolset only while it has one of these tags. Else it stays, and the response is 409 CONFLICT.",
  "toolsets.if-match.race": "Of several updates with the same tag at the same time, one changes the toolset.",
  "toolsets.if-match.malformed": "An If-Match that is no list of entity tags is 400 with the field if-match.",
});
