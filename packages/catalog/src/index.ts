export type {
  ApplicationSource,
  AuthenticationType,
  CatalogApplication,
  CatalogAuthentication,
  CredentialField,
  CredentialPlacement,
  Environment,
  OAuth2Facts,
} from "./application.ts";
export type { Json, JsonSchema } from "./json-schema.ts";
export type {
  BodyBinding,
  BodyProperty,
  CatalogTool,
  HttpBinding,
  ParameterBinding,
  ToolAnnotations,
  ToolBinding,
} from "./tool.ts";
