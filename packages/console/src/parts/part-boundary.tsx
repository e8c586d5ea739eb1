import { Component, type ReactNode } from "react";
import { PartError } from "../load-part.ts";
import { MissingPart } from "./missing-part.tsx";

interface PartBoundaryProps {
  /** Shown when a part could not be loaded. Default: what is wrong, and a button to try again. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Keeps the rest of the page when a part of it cannot be loaded. Other errors are the page's. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): { hasFailed: boolean } {
    if (error instanceof PartError) {
      return { hasFailed: true };
    }
    throw error;
  }

  override render(): ReactNode {
    const { fallback = <MissingPart />, children } = this.props;
    return this.state.hasFailed ? fallback : children;
  }
}
