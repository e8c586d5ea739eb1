import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef, ReactNode } from "react";

type RenderedProps = AnchorProps & Omit<ComponentPropsWithRef<"a">, keyof AnchorProps>;

/** A link to another page of the console, with the looks of Mantine's `Anchor`. */
export const AnchorLink = createLink((props: RenderedProps): ReactNode => <Anchor {...props} />);
