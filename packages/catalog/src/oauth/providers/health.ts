import type { ProviderFacts } from "../provider-facts.ts";

export const health = [
  {
    key: "strava",
    name: "Strava",
    documentationUrl: "https://developers.strava.com/docs/authentication/",
    hosts: ["www.strava.com"],
    method: {
      authorizationUrl: "https://www.strava.com/oauth/authorize",
      tokenUrl: "https://www.strava.com/api/v3/oauth/token",
      scopeSeparator: ",",
      accountLabelPaths: ["/athlete/username", "/athlete/id"],
    },
  },
  {
    key: "fitbit",
    name: "Fitbit",
    documentationUrl: "https://dev.fitbit.com/build/reference/web-api/developer-guide/authorization/",
    hosts: ["www.fitbit.com", "api.fitbit.com"],
    method: {
      authorizationUrl: "https://www.fitbit.com/oauth2/authorize",
      tokenUrl: "https://api.fitbit.com/oauth2/token",
      revocationUrl: "https://api.fitbit.com/oauth2/revoke",
      clientAuthentication: "basic",
      defaultScopes: ["profile"],
      account: {
        url: "https://api.fitbit.com/1/user/-/profile.json",
        labelPaths: ["/user/displayName", "/user/encodedId"],
      },
    },
  },
  {
    key: "oura",
    name: "Oura",
    documentationUrl: "https://cloud.ouraring.com/docs/authentication",
    hosts: ["cloud.ouraring.com", "api.ouraring.com"],
    method: {
      authorizationUrl: "https://cloud.ouraring.com/oauth/authorize",
      tokenUrl: "https://api.ouraring.com/oauth/token",
      account: {
        url: "https://api.ouraring.com/v2/usercollection/personal_info",
        labelPaths: ["/email", "/id"],
      },
    },
  },
  {
    key: "withings",
    name: "Withings",
    documentationUrl: "https://developer.withings.com/api-reference/#tag/oauth2",
    hosts: ["account.withings.com", "wbsapi.withings.net"],
    outdatedUrls: ["https://account.withings.com/oauth2/token"],
    method: {
      authorizationUrl: "https://account.withings.com/oauth2_user/authorize2",
      tokenUrl: "https://wbsapi.withings.net/v2/oauth2",
      scopeSeparator: ",",
      tokenParameters: { action: "requesttoken" },
      refreshParameters: { action: "requesttoken" },
      tokenPath: "/body",
      keepFromAnswer: { userId: "/body/userid" },
      accountLabelPaths: ["/body/userid"],
    },
  },
  {
    key: "whoop",
    name: "WHOOP",
    documentationUrl: "https://developer.whoop.com/docs/developing/oauth",
    hosts: ["api.prod.whoop.com"],
    method: {
      authorizationUrl: "https://api.prod.whoop.com/oauth/oauth2/auth",
      tokenUrl: "https://api.prod.whoop.com/oauth/oauth2/token",
      requiredScopes: ["offline"],
      account: {
        url: "https://api.prod.whoop.com/developer/v2/user/profile/basic",
        labelPaths: ["/email", "/user_id"],
      },
    },
  },
] satisfies ProviderFacts[];
