/**
 * How far a provider's clock may be from ours: five minutes, as is common, and half a minute for the way (RFC 7519 §4.1.4 allows
 * a leeway).
 */
export const clockToleranceSeconds = 330;
