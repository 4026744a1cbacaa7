/**
 * Column names of one table, stored once: number ↔ name. Bounded (limits: COLUMN_NAMES_PER_TABLE); names past
 * the bound are written into each cell. Numbers are given while a commit is built and written by every
 * commit until one that carries them is durable.
 */
export interface NameDictionary {
  /** The number of a name, or undefined when the dictionary is full or the name unknown. */
  numberOf(name: string): number | undefined
  nameOf(number: number): string
}
