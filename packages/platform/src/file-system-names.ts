/** What the root of a file system has by itself; nobody put it there. */
export const FILE_SYSTEM_NAMES: ReadonlySet<string> = new Set(['lost+found'])
