import { z } from 'zod'

const count = z.number().int().min(0)

const stateShape = z.object({
  /** All records before this place are done. */
  file: count,
  record: count,
  written: count,
  superseded: count,
  rejected: count,
  /** The length of the file of rejected rows at that place. */
  rejectsBytes: count,
  /** Whether this import has created the table. */
  hasCreatedTable: z.boolean(),
})

/** How far an import has come, as its journal keeps it. */
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
