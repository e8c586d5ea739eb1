/** Whether the keyboard has a command key. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
