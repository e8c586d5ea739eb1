import {
  buildASTSchema,
  buildClientSchema,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type GraphQLType,
  type InputValueDefinitionNode,
  type IntrospectionQuery,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  isWrappingType,
  Kind,
  parse,
  print,
  type TypeDefinitionNode,
  visit,
} from "graphql";
import { DescriptionError } from "../description-error.ts";
import { isRecord, listOf, recordOf, textOf, type UncheckedRecord } from "../record.ts";
import { prepareIntrospection } from "./prepare-introspection.ts";

/** A token takes about 100 bytes of memory. GitHub's schema has 300,000. */
const maxTokens = 2_000_000;
/** Lists in lists, and those that are not null. A schema of thousands would overflow the stack of whoever reads it later. */
const maxWrappers = 30;

/**
 * Reads SDL, or the JSON response of an introspection query. Unknown directives are ignored.
 *
 * @throws DescriptionError
 */
export function readSchema(text: string): GraphQLSchema {
  // A byte order mark goes, too.
  const begin = text.trimStart();
  const read = begin.startsWith("{") ? readIntrospection : readDefinitions;
  const schema = explainErrors(() => readTwice((keepsDefaults) => read(begin, keepsDefaults)));
  if (listTypes(schema).some(isTooDeep)) {
    throw new DescriptionError(
      `The GraphQL schema is not valid: lists are nested more than ${maxWrappers} deep.`,
    );
  }
  return schema;
}

/** The types of all fields and arguments. */
function listTypes(schema: GraphQLSchema): GraphQLType[] {
  return Object.values(schema.getTypeMap()).flatMap((type): GraphQLType[] => {
    if (isInputObjectType(type)) {
      return Object.values(type.getFields()).map((field) => field.type);
    }
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    return fields.flatMap((field) => [field.type, ...field.args.map((argument) => argument.type)]);
  });
}

function isTooDeep(type: GraphQLType): boolean {
  let inner = type;
  for (let wrappers = 0; isWrappingType(inner); wrappers++) {
    if (wrappers === maxWrappers) {
      return true;
    }
    inner = inner.ofType;
  }
  return false;
}

/** Turns errors of the library into refusals. */
function explainErrors(read: () => GraphQLSchema): GraphQLSchema {
  try {
    return read();
  } catch (error) {
    // The library reports a schema that contradicts itself with a plain Error.
    if (error instanceof GraphQLError || (error instanceof Error && error.constructor === Error)) {
      throw new DescriptionError(`The GraphQL schema is not valid: ${error.message.slice(0, 300)}`);
    }
    if (error instanceof RangeError) {
      throw new DescriptionError("The GraphQL schema is not valid: a part of it is nested too deeply.");
    }
    // It reads the members of an introspection response without checking that they are there.
    if (error instanceof TypeError) {
      throw new DescriptionError(
        "The GraphQL schema is not valid: a part of it is missing or has a wrong form.",
      );
    }
    throw error;
  }
}

/**
 * The library reads the default of an input object's field while it builds the object, so that a default of the object's own type never
 * ends. Such a schema is read without the defaults that are objects.
 */
function readTwice(read: (keepsDefaults: boolean) => GraphQLSchema): GraphQLSchema {
  try {
    return read(true);
  } catch (error) {
    if (error instanceof RangeError) {
      return read(false);
    }
    throw error;
  }
}

function readDefinitions(text: string, keepsDefaults: boolean): GraphQLSchema {
  const parsed = parse(text, { noLocation: true, maxTokens });
  const document = defineExtended(
    keepsDefaults ? parsed : visit(parsed, { InputValueDefinition: dropDefault }),
  );
  return buildASTSchema(document, { assumeValidSDL: true });
}

/** A part of a federated schema extends types that others define, such as `Query`. What is here is all that there is of them. */
function defineExtended(document: DocumentNode): DocumentNode {
  const known = new Set(document.definitions.filter(isTypeDefinitionNode).map(({ name }) => name.value));
  const definitions = document.definitions.map((node) => {
    if (!isTypeExtensionNode(node) || known.has(node.name.value)) {
      return node;
    }
    known.add(node.name.value);
    return { ...node, kind: node.kind.replace("Extension", "Definition") } as TypeDefinitionNode;
  });
  return { ...document, definitions };
}

/** A value that has a default may be left out, so it must not be required without it. */
function dropDefault(node: InputValueDefinitionNode): InputValueDefinitionNode | undefined {
  const { defaultValue, type, ...others } = node;
  return defaultValue !== undefined && print(defaultValue).includes("{")
    ? { ...others, type: type.kind === Kind.NON_NULL_TYPE ? type.type : type }
    : undefined;
}

function readIntrospection(text: string, keepsDefaults: boolean): GraphQLSchema {
  const response = parseJson(text);
  const data = isRecord(response.data) ? response.data : response;
  if (!isRecord(data.__schema)) {
    throw new DescriptionError(describeRefusal(response));
  }
  prepareIntrospection(data.__schema, keepsDefaults);
  return buildClientSchema(data as unknown as IntrospectionQuery, { assumeValid: true });
}

function parseJson(text: string): UncheckedRecord {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    // A document of one query is SDL's syntax too, but it is no schema.
    throw new DescriptionError(
      "The text begins like JSON, but it is not. Send SDL or an introspection response.",
    );
  }
}

function describeRefusal(response: UncheckedRecord): string {
  const said = textOf(recordOf(listOf(response.errors)[0]).message);
  const reason = said === undefined ? "" : ` (${said.slice(0, 200)})`;
  return `The endpoint does not return its schema${reason}. Give the schema as \`schema\` and the endpoint's address as \`baseUrl\`.`;
}
