import { z } from 'zod'

const count = z.number().int().min(0)

const stateShape = z.object({
  /** The place in the files before which all records are done. */
  file: count,
  record: count,
  written: count,
  superseded: count,
  rejected: count,
  /** The length of the rejects file at that place. */
  rejectsBytes: count,
  /** Whether this import has created the table. */
  hasCreatedTable: z.boolean(),
})

/** The progress of an import, as stored in its journal. */
export type ImportState = z.infer<typeof stateShape>

export const readImportState = (state: unknown): ImportState => stateShape.parse(state)

export const newImport: ImportState = {
  file: 0,
  record: 0,
  written: 0,
  superseded: 0,
  rejected: 0,
  rejectsBytes: 0,
  hasCreatedTable: false,
}
