/** A file of its own, so that it is loaded alone. */
export { Tooltip } from "@mantine/core";
