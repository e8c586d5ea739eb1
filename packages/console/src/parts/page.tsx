import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode, useEffect } from "react";
import "./page.css";
import { useArrivalFocus } from "./use-arrival-focus.ts";

interface PageProps {
  /** The page's only h1, and the browser's title. */
  title: string;
  /** Stands before the title. */
  icon?: ReactNode;
  description?: ReactNode;
  /** The pages above this one. */
  trail?: { label: string; to: string }[];
  /** Stands at the right of the trail, above all that comes with the data, so that it stays in its place. */
  pager?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** `wide` uses the whole window, for tables. Default `normal`: 1,120 pixels. */
  width?: "normal" | "narrow" | "wide";
  children: ReactNode;
}

/** Three lines of a phone, where a longer title is cut, have room for about as many characters. */
const cutLength = 75;

/** The frame of every page: title, trail, actions, content. Plain elements, because it is part of every first view. */
export function Page(props: PageProps): ReactNode {
  const { title, icon, description, trail = [], pager, actions, width = "normal", children } = props;
  useEffect(() => {
    document.title = `${title} · Bowline`;
  }, [title]);
  useArrivalFocus();
  return (
    <div className="page" data-width={width}>
      <div className="page-top">
        {trail.length > 0 && (
          <div className="page-trail-row">
            <nav aria-label="Trail" className="page-trail">
              {trail.map(({ label, to }, index) => (
                <Fragment key={to}>
                  {index > 0 && <span aria-hidden="true">›</span>}
                  <Link to={to}>{label}</Link>
                </Fragment>
              ))}
            </nav>
            {pager !== undefined && <div className="page-pager">{pager}</div>}
          </div>
        )}
        <div className="page-title-row">
          <div className="page-words">
            {/* It is read out when it changes and the focus stays, as from one record to the next. */}
            <h1 id="page-title" className="page-title" aria-live="polite">
              {icon}
              <span className="page-title-words" title={title.length > cutLength ? title : undefined}>
                {title}
              </span>
            </h1>
            {description !== undefined && <div className="page-description">{description}</div>}
          </div>
          {actions !== undefined && <div className="page-actions">{actions}</div>}
        </div>
      </div>
      {children}
    </div>
  );
}
