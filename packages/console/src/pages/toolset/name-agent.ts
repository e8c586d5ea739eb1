import type { Toolset } from "@bowline/sdk";
import { cutName } from "../../parts/cut-name.ts";

const prefix = "Agent of ";

/** The name that a key or a service member of a toolset's agent gets first. */
export const nameAgent = ({ name }: Pick<Toolset, "name">): string => `${prefix}${cutName(name, prefix)}`;
