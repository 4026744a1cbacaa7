/**
 * How every command ends. A script can go on after DONE, look at what is left after FOUND, must be changed
 * after WRONG_USE, and may try the same command again after FAILED.
 */
export const ExitCode = {
  /** Done. */
  DONE: 0,
  /** Done, and rows were rejected, or differences, damage or problems found. */
  FOUND: 1,
  /** An option, an argument, or a file that one of them names is wrong. */
  WRONG_USE: 2,
  /** The server, the data folder or the system refused it, or went away. */
  FAILED: 3,
} as const

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

export const EXIT_CODES_HELP =
  '\nExit codes: 0 done; 1 done, with rejects, differences or problems; 2 wrong use; 3 failed.'
