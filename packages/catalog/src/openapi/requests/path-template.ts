import type { DeclaredParameter } from "./parameters.ts";

/** A path that can be filled in, and exactly the parameters that fill it. */
export interface BoundPath {
  path: string;
  parameters: DeclaredParameter[];
}

/**
 * Puts path template and path parameters in step: names that differ in case or in RFC 6570 operators are taken as the
 * template's, an undeclared one is a required text, and one that the template lacks is left out.
 */
export function bindPath(template: string, declared: DeclaredParameter[]): BoundPath {
  const used = new Map<string, DeclaredParameter>();
  const path = withoutFragment(template).replace(/\{([^{}]*)\}/g, (_whole, written: string) => {
    const parameter = findParameter(written, declared);
    const name = parameter?.name ?? bareName(written);
    used.set(name, parameter ?? undeclared(name));
    return `{${name}}`;
  });
  const others = declared.filter((parameter) => parameter.in !== "path");
  return { path: path.startsWith("/") ? path : `/${path}`, parameters: [...used.values(), ...others] };
}

function findParameter(written: string, declared: DeclaredParameter[]): DeclaredParameter | undefined {
  const candidates = declared.filter((parameter) => parameter.in === "path");
  const bare = bareName(written);
  const folded = bare.toLowerCase();
  return (
    candidates.find((parameter) => parameter.name === written) ??
    candidates.find((parameter) => parameter.name === bare) ??
    candidates.find((parameter) => parameter.name.toLowerCase() === folded)
  );
}

/** `{+name}`, `{name*}` and `{/name}` are RFC 6570, which OpenAPI does not know but documents use. */
function bareName(written: string): string {
  return (
    written
      .replace(/^[+#./;?&]/, "")
      .replace(/\*$/, "")
      .trim() || "value"
  );
}

function undeclared(name: string): DeclaredParameter {
  return { in: "path", name, required: true, declaration: { schema: { type: "string" } } };
}

/** A fragment tells operations of one address apart in some documents; it is never sent. */
function withoutFragment(template: string): string {
  const at = template.indexOf("#");
  return at < 0 ? template : template.slice(0, at);
}
