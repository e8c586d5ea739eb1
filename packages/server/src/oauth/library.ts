import type { errors as Errors, interactionPolicy as InteractionPolicy } from "oidc-provider";
import * as errorClasses from "oidc-provider/lib/helpers/errors.js";
import * as policyClasses from "oidc-provider/lib/helpers/interaction_policy/index.js";

// The package's own index only exports these and prints a line to the process's output when the Node.js release has no LTS name, which is
// no JSON in our log.
export { Provider } from "oidc-provider/lib/provider.js";
export const errors: typeof Errors = errorClasses;
export const interactionPolicy: typeof InteractionPolicy = policyClasses;
