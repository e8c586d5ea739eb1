import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { toSnakeCase } from "../slugs.ts";

type Field = GraphQLField<unknown, unknown>;

/** First words of mutations. A payload's fields begin with others, such as `deletedId` or `user`. */
const verbs = new Set(
  "activate add approve archive assign cancel clear clone close copy create deactivate delete destroy disable drop enable erase execute import invite merge move pause publish purge rebuild reindex reject remove rename reset restart restore resume revoke rotate run send set start stop submit sync trigger truncate unpublish update upload upsert wipe".split(
    " ",
  ),
);

const namedForMutations = /Mutations?$/i;

/**
 * Whether the fields of a field's type run mutations: some servers put them into objects, and to ask for a field runs it. Payloads of
 * mutations have such names, too (`LogoutMutation` in Graphene), and so have data (`GeneMutations`), but no field that is called by a verb.
 */
export const holdsMutations = ({ type }: Field): boolean =>
  listFields(type).some(({ name }) => verbs.has(toSnakeCase(name).split("_")[0] ?? ""));

/** Whether a field of the mutation type is only the way to other mutations. */
export function isMutationGroup(field: Field): boolean {
  const { args, type } = field;
  const fields = listFields(type);
  const isNamedForSeveral = fields.length > 0 && /s$/i.test(getNamedType(type).name);
  const takesOnlyInside = args.length === 0 && fields.some((one) => one.args.length > 0);
  return isNamedForSeveral || takesOnlyInside || holdsMutations(field);
}

/** The fields of a type that is named for mutations. Empty: it is none. */
function listFields(output: GraphQLOutputType): Field[] {
  const type = getNamedType(output);
  const isNamed = (isObjectType(type) || isInterfaceType(type)) && namedForMutations.test(type.name);
  return isNamed ? Object.values(type.getFields()) : [];
}
