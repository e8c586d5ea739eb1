/** Notes the address that is open. Returns whether it still is: what took long must not lead a person away from elsewhere. */
export function notePage(): () => boolean {
  const { href } = window.location;
  return () => window.location.href === href;
}
