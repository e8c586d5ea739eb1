import { Anchor, Box, Breadcrumbs, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";

interface PageProps {
  /** The page's only h1, and the browser's title. */
  title: string;
  /** Shown instead of the plain title, for example with an icon. It must contain the title's words. */
  heading?: ReactNode;
  description?: ReactNode;
  /** The pages above this one. */
  trail?: { label: string; to: string }[];
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** `wide` uses the whole window, for tables. Default `normal`: 1,120 pixels. */
  width?: "normal" | "narrow" | "wide";
  children: ReactNode;
}

const widths = { narrow: 720, normal: 1120, wide: 1680 };

/** The frame of every page: title, trail, actions, content. */
export function Page(props: PageProps): ReactNode {
  const { title, heading, description, trail = [], actions, width = "normal", children } = props;
  useEffect(() => {
    document.title = `${title} · Bowline`;
  }, [title]);
  return (
    <Box maw={widths[width]} mx="auto" px={{ base: "md", sm: "xl" }} py={{ base: "md", sm: "xl" }}>
      <Stack gap="lg">
        <Stack gap={6}>
          {trail.length > 0 && (
            <Breadcrumbs separator="›" fz="sm" component="nav" aria-label="Trail">
              {trail.map(({ label, to }) => (
                <Anchor
                  key={to}
                  component={Link}
                  to={to}
                  size="sm"
                  maw="min(70vw, 30rem)"
                  display="block"
                  truncate
                >
                  {label}
                </Anchor>
              ))}
            </Breadcrumbs>
          )}
          <Group justify="space-between" align="flex-start" gap="sm" wrap="wrap">
            <Box miw={0} maw={800}>
              <Title order={1} style={{ overflowWrap: "anywhere" }}>
                {heading ?? title}
              </Title>
              {description !== undefined && (
                <Text c="dimmed" mt={4} component="div">
                  {description}
                </Text>
              )}
            </Box>
            {actions !== undefined && <Group gap="xs">{actions}</Group>}
          </Group>
        </Stack>
        {children}
      </Stack>
    </Box>
  );
}
