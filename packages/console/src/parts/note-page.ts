/**
 * Notes the page that is open. Returns whether it still is: what took long must not lead a person away from elsewhere. Somebody who left
 * and came back is elsewhere.
 */
export function notePage(): () => boolean {
  const { href } = window.location;
  const entry = findEntry();
  return () => window.location.href === href && findEntry() === entry;
}

/** The router gives each entry of the browser's history a key of its own. */
const findEntry = (): unknown => window.history.state?.__TSR_key;
