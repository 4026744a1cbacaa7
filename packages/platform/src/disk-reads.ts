/**
 * The blocks of 512 bytes that the system has read from disks for this process, of all its threads; 0 also on
 * a system that does not count them.
 */
export const countDiskReads = (): number => process.resourceUsage().fsRead
