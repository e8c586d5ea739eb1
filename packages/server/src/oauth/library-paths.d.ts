/** The files that `library.ts` imports. */
declare module "oidc-provider/lib/provider.js" {
  export { Provider } from "oidc-provider";
}
declare module "oidc-provider/lib/helpers/errors.js";
declare module "oidc-provider/lib/helpers/interaction_policy/index.js";
