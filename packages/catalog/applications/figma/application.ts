import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "figma",
  name: "Figma",
  description:
    "Read Figma files, render images of them, and work with comments, components, styles and variables.",
  categories: ["design"],
  websiteUrl: "https://www.figma.com",
  documentationUrl: "https://developers.figma.com/docs/rest-api/",
  icon: { simpleIcons: "figma" },
  document: {
    package: "@figma/rest-api-spec",
    version: "0.43.0",
    integrity:
      "sha512-sbFm28WM8MsawyLSYO9Ddne+8xytWU5D7oCOOWyzRvLpd9InFHihC37dQBVJVzAVyT7HpwYtU4wlm+ALogC38g==",
    license: "MIT",
    files: ["openapi/openapi.yaml"],
  },
  servers: [{ name: "production", url: "https://api.figma.com" }],
  authentications: {
    token: {
      type: "apiKey",
      in: "header",
      name: "X-Figma-Token",
      title: "Personal access token",
      description: "Create it in Figma under Settings, Security. Choose the scopes that the tools need.",
      documentationUrl: "https://developers.figma.com/docs/rest-api/personal-access-tokens/",
      fields: { apiKey: { label: "Personal access token" } },
    },
    oauth: {
      type: "oauth2",
      title: "Sign in with Figma",
      documentationUrl: "https://developers.figma.com/docs/rest-api/oauth-apps/",
      provider: "figma",
      scopes: {
        "current_user:read": "Read your name, e-mail address and picture",
        "file_content:read": "Read the contents of files",
        "file_metadata:read": "Read the metadata of files",
        "file_versions:read": "Read the version history of files",
        "file_comments:read": "Read the comments of files",
        "file_comments:write": "Add and delete comments and reactions",
        "file_dev_resources:read": "Read dev resources of files",
        "file_dev_resources:write": "Change dev resources of files",
        "file_variables:read": "Read variables of files (Enterprise)",
        "file_variables:write": "Change variables of files (Enterprise)",
        "library_assets:read": "Read single published components and styles",
        "library_content:read": "Read published components and styles of files",
        "library_analytics:read": "Read library analytics (Enterprise)",
        "team_library_content:read": "Read published components and styles of teams",
        "projects:read": "List projects and their files",
        "webhooks:read": "Read webhooks",
        "webhooks:write": "Create and change webhooks",
      },
      method: {
        defaultScopes: [
          "current_user:read",
          "file_content:read",
          "file_metadata:read",
          "file_versions:read",
          "file_comments:read",
          "file_comments:write",
          "library_assets:read",
          "library_content:read",
          "team_library_content:read",
        ],
      },
    },
  },
  // https://developers.figma.com/docs/rest-api/users-endpoints/#get-me-endpoint
  test: { operation: "GET /v1/me", labelPath: "/email" },
  featured: {
    getFile: {
      name: "Get a file",
      description:
        "Returns a file as a tree of nodes. The key is in the file's address: figma.com/design/KEY/name. Set `depth` or `ids`, because whole files can be very large.",
    },
    getFileNodes: {
      name: "Get nodes of a file",
      description:
        "Returns the nodes with these `ids` and everything below them. A node's id is in the address as `node-id`.",
    },
    getImages: {
      name: "Render images of nodes",
      description:
        "Renders nodes of a file as PNG, JPG, SVG or PDF and returns addresses of the images, valid for 30 days.",
    },
    getImageFills: {
      name: "List image fills of a file",
      description: "Returns download addresses of all images that a file uses as fills.",
    },
    getFileMeta: {
      name: "Get a file's metadata",
      description:
        "Returns a file's name, folder, owner, editor type and time of the last change, without its content.",
    },
    getFileVersions: {
      name: "List versions of a file",
      description: "Returns the version history of a file: who saved which version, when, with its label.",
    },
    getComments: {
      name: "List comments of a file",
      description:
        "Returns all comments of a file with authors, places and replies; as Markdown with `as_md`.",
    },
    postComment: {
      name: "Comment on a file",
      description:
        "Adds a comment to a file, at a place or a node with `client_meta`, or as a reply with `comment_id`.",
    },
    deleteComment: {
      name: "Delete a comment",
      description: "Deletes a comment that the connected person made.",
    },
    getMe: {
      name: "Get my account",
      description: "Returns the connected person's id, handle and e-mail address.",
    },
    getTeamFolders: {
      name: "List folders of a team",
      description:
        "Returns the top-level folders of a team. The team's id is in the address of the team's page.",
    },
    getFolderFiles: {
      name: "List files of a folder",
      description: "Returns the files of a folder with their keys, names and times of change.",
    },
    getFileComponents: {
      name: "List components of a file",
      description: "Returns the published components of a library file, with keys, names and thumbnails.",
    },
    getTeamComponents: {
      name: "List components of a team",
      description: "Lists the published components in a team's libraries, page by page.",
    },
    getFileStyles: {
      name: "List styles of a file",
      description: "Returns the published styles of a library file: colors, texts, effects and grids.",
    },
    getLocalVariables: {
      name: "List variables of a file",
      description:
        "Returns the variables and collections of a file, with values by mode. Enterprise organizations only.",
    },
    getDevResources: {
      name: "List dev resources of a file",
      description: "Returns links that developers attached to nodes of a file.",
    },
    postWebhook: {
      name: "Create a webhook",
      description: "Registers an address that Figma calls when files, comments or libraries change.",
    },
  },
});
