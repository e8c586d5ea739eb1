import { type Requirement, stated } from "./requirement.ts";

/** Toolset settings, and approvals of single calls. */
export const toolsetSettingsRequirements: Requirement[] = [
  ...stated("D65", {
    "settings.record":
      "A toolset's record has settings with schemas, outputSchemas, resultControls, resultBytes, approvals and tools.",
    "settings.defaults":
      "A toolset that sets none has schemas compact, outputSchemas and resultControls false, resultBytes null, approvals none and tools empty.",
    "settings.create": "POST takes settings.",
    "settings.update": "PATCH changes the members of settings that are sent, and no others.",
    "settings.update.empty":
      "Settings that are null, empty, or have only nulls change nothing, not even updatedDate.",
    "settings.update.concurrent":
      "After concurrent updates of different members, all hold; of the same member, the value is one of them.",
    "settings.check.tool":
      "A tool of tools or approvals that does not exist is a VALIDATION_ERROR at its path.",
    "settings.check.preset-name":
      "A preset that is not an input of its tool is a VALIDATION_ERROR at its path.",
    "settings.check.preset-value":
      "A preset whose value is not valid for its input is a VALIDATION_ERROR at its path; other required inputs may be missing.",
    "settings.check.name":
      "A name that models refuse, that another tool has as its slug, that Bowline's own tools have, or that two tools have, is a VALIDATION_ERROR.",
    "settings.names.kept":
      "A name that a toolset gives keeps its meaning when another tool of that slug is imported: over MCP and for a narrowed key it is the toolset's tool, and with toolsetId and a full key 409 CONFLICT, unless applicationSlug is given. A tool of that slug cannot be added to the toolset.",
    "settings.check.members": "Unknown members and values of settings are a VALIDATION_ERROR at their path.",
    "settings.kept":
      "What a toolset has of a tool that an import has removed can be sent back as it was read, and holds when the tool returns.",
    "settings.check.refused": "Refused settings change nothing.",
    "settings.hidden": "A credential narrowed to the toolset does not see presets in the toolset's record.",
    "presets.sent": "Presets are sent with each call of their tool through the toolset.",
    "presets.doors":
      "A call goes through the toolset when it names it or its key is narrowed to it, whichever connection it uses and whichever name it calls the tool by. A call that sets a preset then is 400 at its path, and nothing is sent.",
    "presets.outdated":
      "A call whose preset the tool does not take any more, since an import changed it, is 409 CONFLICT without the preset's name and value.",
    "presets.imported":
      "A preset stays that of the same part of the request when an import adds another part of its name.",
    "presets.elsewhere": "Calls that do not go through the toolset have none of its presets.",
    "presets.shown":
      "Presets are in the dry run and in the history as they are sent, and masked there when they are secret.",
    "presets.wire":
      "An object that is written as several parameters cannot set a parameter that is an input of its own.",
    "presets.context":
      "A contextValue that would fill a preset is 400, also where a narrowed credential asks for a tool's schema.",
    "presets.paging": "With a preset for the page or position, one page is read.",
    "presets.hidden":
      "Lists, records, definitions and schemas of tools leave presets out where the credential is narrowed to the toolset, or the list names it.",
    "presets.texts":
      "The given name and description replace the tool's there, and the tool can be called by the given name.",
  }),
  ...stated("D66", {
    "approvals.setting":
      "approvals holds back no calls, those of destructive tools, of tools that write, all, or those of the tools listed.",
    "approvals.held":
      "A call that needs an approval is 200 with isSuccess false, historyId null, the header x-bowline-approval-id and a link, and sends nothing.",
    "approvals.once": "After the approval the same call runs once, also when several are made at once.",
    "approvals.reused": "The same call made again while one waits reuses the request.",
    "approvals.bound":
      "An approval holds only for the same tool, input, connection, overrides, account user and toolset.",
    "approvals.imported":
      "An approval does not hold for a call of which an import has changed the tool's definition, the request or the address.",
    "approvals.fields":
      "An approval does not hold for a call whose connection has got other values in its fields that are no secrets.",
    "approvals.doors":
      "Every way of calling through the toolset needs the approval, and the same call by another way uses the same one.",
    "approvals.checks":
      "An approved call passes every other check when it runs; refused, it does not use the approval.",
    "approvals.record": "The record shows the input as it would be sent.",
    "approvals.dry-run": "A dry run needs no approval; x-bowline-warning says that the call needs one.",
    "approvals.idempotency":
      "With an idempotency key, the response of a call that waits is not stored, and that of the call that ran is.",
    "approvals.no-way-round":
      "Whatever a random agent calls, in whatever way, each request downstream has the presets of the toolset and the approvals that it needs.",
    "approvals.decide": "Approve and Deny set status, date, who decided, and the reason of a denial.",
    "approvals.decide.conflict": "Deciding a used or denied one is 409.",
    "approvals.decide.again": "Approving twice changes nothing; an approval that was not used can be denied.",
    "approvals.ended":
      "An approval ends, with a reason, when the connection or the application of its call is deleted.",
    "approvals.decide.missing": "An approval that does not exist is 404; an id that is no GUID is 400.",
    "approvals.who":
      "The caller's own account user decides and reads; for a service member also the company's Admins; nobody else.",
    "approvals.narrowed":
      "A credential narrowed to a toolset neither reads nor decides approvals; a read-only one does not decide.",
    "approvals.page":
      "The link leads to a page where a signed-in person sees the call as it would be sent, and approves or denies it.",
    "approvals.page.tool":
      "The page says when the tool of the call is hidden or no longer there, and does not offer to approve it.",
    "approvals.page.hidden":
      "The page writes characters that are not drawn as escapes, so that no message is hidden in what a person approves.",
    "approvals.page.who": "The page shows and decides nothing for people who may not decide.",
    "approvals.page.unknown":
      "The page of an approval that does not exist says so, whatever stands in its address.",
    "approvals.page.empty": "The list of the calls that wait says when there are none, and leads on.",
    "approvals.page.form": "A form that another site sent decides nothing.",
    "approvals.page.ended":
      "A person whose session has ended decides nothing, and comes back to the page of the call after signing in.",
    "approvals.list":
      "GET /v1/approvals lists the newest first, and with status only those with that status.",
  }),
];
