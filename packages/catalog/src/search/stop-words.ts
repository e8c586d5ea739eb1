const text = `
a about above after again all also am an and any are as at be because been before being below between both but by
can could d did do does doing don down during each else etc few for from further had has have having he her here hers
him his how i if in into is it its itself just kindly ll m may me might more most must my myself no nor not now of
off on once only onto or other our ours out over own please re s same shall she should so some such t than that the
their theirs them then there these they this those through to too under until up upon us ve very via was we were what
when where which while who whom why will with within without would you your yours yourself
actually anyone anything assist came come comes currently d going gone happen happened happening happens hello help hey hi id ideas interested let like looking love maybe
need needs provide really something tell thank thanks thing things trying us use using want wants way well wondering
`;

/** Folded words that do not help to find anything, filler words of spoken requests included. */
export function makeStopWords(): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
