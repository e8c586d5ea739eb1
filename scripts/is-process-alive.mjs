/** Whether a process of this machine runs, also one of another user. */
export function isProcessAlive(processId) {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
