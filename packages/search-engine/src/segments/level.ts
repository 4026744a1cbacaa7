import type { FieldReader, WordsInParts } from './field-reader.js'

/**
 * Documents of one kind in a segment: its rows, or the children under one nested path. Documents
 * are numbered from 0. Every level has its own columns and posting lists, so children are searched
 * like rows.
 */
export interface Level {
  /** Empty for rows, else the dotted path of the nested field. */
  readonly path: string
  readonly documents: number
  /** By full dotted name; undefined when no document of this segment has the field. */
  field(name: string): FieldReader | undefined
  /** The level below, by its full path; undefined when no document has children there. */
  child(path: string): ChildLevel | undefined
}

/** Children stand in the order of their parents, and under one parent in that of their array. */
export interface ChildLevel {
  readonly level: Level
  /** The parent of every child, ascending. */
  readonly parents: WordsInParts
  /** Parent p has the children [starts[p], starts[p + 1]). */
  readonly starts: WordsInParts
}
