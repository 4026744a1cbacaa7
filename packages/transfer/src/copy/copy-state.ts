import { z } from 'zod'

const stateShape = z.object({
  rows: z.number().int().min(0),
  /** The rest of each part, in base64; null when the part is written. */
  parts: z.array(z.object({ start: z.string(), end: z.string() }).nullable()),
  hasCreatedTable: z.boolean(),
})

/** The progress of a copy, as stored in its journal. */
export type CopyState = z.infer<typeof stateShape>

export const readCopyState = (state: unknown): CopyState => stateShape.parse(state)
