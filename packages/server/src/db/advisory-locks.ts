/**
 * The advisory locks that the servers of one database take, by what only one of them does at a time. The numbers are arbitrary. They stay
 * the same in every version, since servers of two versions may start at once.
 */
export const advisoryLocks = {
  /** "bowl" in ASCII. */
  migrate: 0x626f776c,
  bootstrap: 4_400_001,
  createJobQueues: 4_400_002,
  prepareFirstAdmin: 4_400_003,
  rotateSigningKey: 4_400_009,
  /** Shared: every process that hears of changes holds it. */
  listenForChanges: 4_400_011,
  copyDatabase: 4_400_012,
  /** With a company's id. */
  addRefresh: 4_400_010,
  saveBuiltIn: 7_104_412,
  installBuiltIns: 7_104_415,
} as const;
