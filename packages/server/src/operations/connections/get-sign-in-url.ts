import { ApiError, checkNoProblems, invalidField, type Problem } from "../../api-error.ts";
import type { Deps } from "../../deps.ts";
import type { Caller } from "../../identity/caller.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { checkFields } from "./check-fields.ts";
import { chooseEnvironment, chooseMethod, findApplicationOfBody, isOAuth } from "./choose-method.ts";

/** No company has an OAuth client yet, so that every sign-in ends at the conflict of decisions D28. */
export async function getSignInUrl(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"getSignInUrl">,
): Promise<OutputOf<"getSignInUrl">> {
  const application = await findApplicationOfBody(deps, caller, body.applicationSlug);
  const method = chooseMethod(application, body.authenticationId, isOAuth, "OAuth method");
  if (!isOAuth(method)) {
    throw invalidField(
      "authenticationId",
      `Authentication method ${method.authenticationId} is no OAuth method.`,
    );
  }
  const problems: Problem[] = [];
  chooseEnvironment(application, body.environment, problems);
  checkFields(
    method.fields.filter((field) => !field.secret),
    body.fields ?? {},
    problems,
  );
  checkNoProblems(problems);
  throw new ApiError(
    "CONFLICT",
    `No OAuth client is configured for "${application.slug}", authentication method ${method.authenticationId} (${method.name}). An Admin sets one with PUT /v1/applications/${application.slug}/authentications/${method.authenticationId}/client.`,
  );
}
