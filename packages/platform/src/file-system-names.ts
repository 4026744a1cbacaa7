/** Entries that a file system creates in its root. */
export const FILE_SYSTEM_NAMES: ReadonlySet<string> = new Set(['lost+found'])
