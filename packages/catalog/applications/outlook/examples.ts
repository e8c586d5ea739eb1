import type { ToolExamples } from "@bowline/catalog/application";

const ada = { emailAddress: { name: "Ada Example", address: "ada@example.com" } };
const grace = { emailAddress: { address: "grace@example.com" } };
const message = {
  id: "AAMkAGI2THVSAAA=",
  subject: "Offer",
  bodyPreview: "Here is the offer.",
  from: ada,
  toRecipients: [grace],
  receivedDateTime: "2030-01-10T09:00:00Z",
  isRead: false,
  hasAttachments: true,
  conversationId: "AAQkAGI2THVSABE=",
  webLink: "https://outlook.office365.com/owa/?ItemID=AAMkAGI2THVSAAA%3D",
  parentFolderId: "AQMkADYAAAIBDAAAAA==",
};
const whole = { ...message, body: { contentType: "text", content: "Here is the offer.\r\n\r\nAda" } };
const fields =
  "id,subject,from,toRecipients,receivedDateTime,isRead,hasAttachments,bodyPreview,conversationId,webLink,parentFolderId";
const messagePath = "/me/messages/AAMkAGI2THVSAAA%3D";
const attachment = {
  "@odata.type": "#microsoft.graph.fileAttachment",
  id: "AAMkAGI2THVSAAB=",
  name: "offer.pdf",
  contentType: "application/pdf",
  size: 5,
  isInline: false,
};
const folder = {
  id: "AQMkADYAAAIBDAAAAA==",
  displayName: "Inbox",
  childFolderCount: 0,
  unreadItemCount: 3,
  totalItemCount: 42,
};
const body = { contentType: "text", content: "Here is the offer." };

export const examples: ToolExamples = {
  messages_list: {
    input: { filter: "isRead eq false", orderby: "receivedDateTime desc", top: 2 },
    request: {
      method: "GET",
      path: "/me/messages",
      query: { $filter: "isRead eq false", $orderby: "receivedDateTime desc", $top: "2", $select: fields },
    },
    response: { value: [message] },
  },
  folders_messages_list: {
    input: { folderId: "inbox", search: '"subject:offer"' },
    request: {
      method: "GET",
      path: "/me/mailFolders/inbox/messages",
      query: { $search: '"subject:offer"', $select: fields },
    },
    response: { value: [message] },
  },
  messages_get: {
    input: { messageId: message.id },
    request: { method: "GET", path: messagePath },
    response: whole,
  },
  attachments_list: {
    input: { messageId: message.id },
    request: {
      method: "GET",
      path: `${messagePath}/attachments`,
      query: { $select: "id,name,contentType,size,isInline" },
    },
    response: { value: [attachment] },
  },
  attachments_get: {
    input: { messageId: message.id, attachmentId: attachment.id },
    request: { method: "GET", path: `${messagePath}/attachments/AAMkAGI2THVSAAB%3D` },
    response: { ...attachment, contentBytes: "JVBERi0=" },
  },
  folders_list: {
    input: { top: 50 },
    request: { method: "GET", path: "/me/mailFolders", query: { $top: "50" } },
    response: { value: [folder] },
  },
  profile_get: {
    input: {},
    request: { method: "GET", path: "/me" },
    response: {
      id: "48d31887-5fad-4d73-a9f5-3c356e68a038",
      displayName: "Ada Example",
      mail: "ada@example.com",
      userPrincipalName: "ada@example.com",
    },
  },
  messages_send: {
    input: { subject: "Offer", body, toRecipients: [grace], saveToSentItems: false },
    request: {
      method: "POST",
      path: "/me/sendMail",
      body: { message: { subject: "Offer", body, toRecipients: [grace] }, saveToSentItems: false },
    },
    response: null,
    status: 202,
  },
  messages_reply: {
    input: { messageId: message.id, comment: "Thank you." },
    request: { method: "POST", path: `${messagePath}/reply`, body: { comment: "Thank you." } },
    response: null,
    status: 202,
  },
  messages_reply_all: {
    input: { messageId: message.id, comment: "Thank you all." },
    request: { method: "POST", path: `${messagePath}/replyAll`, body: { comment: "Thank you all." } },
    response: null,
    status: 202,
  },
  messages_forward: {
    input: { messageId: message.id, toRecipients: [grace], comment: "For you." },
    request: {
      method: "POST",
      path: `${messagePath}/forward`,
      body: { comment: "For you.", toRecipients: [grace] },
    },
    response: null,
    status: 202,
  },
  drafts_create: {
    input: { subject: "Offer", body, toRecipients: [grace], importance: "high" },
    request: {
      method: "POST",
      path: "/me/messages",
      body: { subject: "Offer", body, toRecipients: [grace], importance: "high" },
    },
    response: { ...whole, isDraft: true },
    status: 201,
  },
  drafts_create_reply: {
    input: { messageId: message.id, comment: "Thank you." },
    request: { method: "POST", path: `${messagePath}/createReply`, body: { comment: "Thank you." } },
    response: { ...whole, id: "AAMkAGI2THVSAAC=", isDraft: true, subject: "RE: Offer" },
    status: 201,
  },
  drafts_send: {
    input: { messageId: message.id },
    request: { method: "POST", path: `${messagePath}/send` },
    response: null,
    status: 202,
  },
  messages_update: {
    input: { messageId: message.id, isRead: true, flag: { flagStatus: "flagged" } },
    request: { method: "PATCH", path: messagePath, body: { isRead: true, flag: { flagStatus: "flagged" } } },
    response: { ...whole, isRead: true },
  },
  messages_move: {
    input: { messageId: message.id, destinationId: "archive" },
    request: { method: "POST", path: `${messagePath}/move`, body: { destinationId: "archive" } },
    response: { ...whole, id: "AAMkAGI2THVSAAD=" },
    status: 201,
  },
  messages_delete: {
    input: { messageId: message.id },
    request: { method: "DELETE", path: messagePath },
    response: null,
    status: 204,
  },
  folders_create: {
    input: { displayName: "Offers" },
    request: { method: "POST", path: "/me/mailFolders", body: { displayName: "Offers" } },
    response: { ...folder, displayName: "Offers" },
    status: 201,
  },
};
