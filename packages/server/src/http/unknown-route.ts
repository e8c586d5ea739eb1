import type { Operation } from "@bowline/contract";

/**
 * Prepares the message for a request that no operation serves. It names the methods that the path accepts, or the path meant by one
 * that differs only in case or a trailing slash. A path that takes the method was not served because it cannot be decoded.
 */
export function prepareUnknownRoute(
  operations: readonly Operation[],
): (method: string, path: string) => string {
  const routes = [...Map.groupBy(operations, (operation) => operation.path)].map(([template, served]) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`),
    loosePattern: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}/*$`, "i"),
    methods: served.map(({ method }) => method).join(", "),
    isFixed: !template.includes("{"),
  }));
  // `/v1/connections/GetSignInUrl` is also an address of the form `/v1/connections/{connectionId}`, but not meant so.
  routes.sort((one, other) => Number(other.isFixed) - Number(one.isFixed));
  return (method, path) => {
    const refusal = `There is no ${method} ${path}.`;
    const fixed = routes.find(({ isFixed, loosePattern }) => isFixed && loosePattern.test(path));
    const route = fixed ?? routes.find(({ pattern }) => pattern.test(path));
    if (route?.pattern.test(path)) {
      if (route.methods.split(", ").includes(method)) {
        return `${refusal} Its percent-encoding is broken: write %25 for a percent sign.`;
      }
      return `${refusal} This path takes ${route.methods}.`;
    }
    const meant = fixed ?? routes.find(({ loosePattern }) => loosePattern.test(path));
    return meant
      ? `${refusal} Did you mean ${meant.template}? It takes ${meant.methods}.`
      : `${refusal} All paths are listed at /docs.`;
  };
}
