import { z } from 'zod'

const stateShape = z.object({
  rows: z.number().int().min(0),
  /** What is left of each part, as base64; null where it is written. */
  parts: z.array(z.object({ start: z.string(), end: z.string() }).nullable()),
  hasCreatedTable: z.boolean(),
})

/** How far a copy has come, as its journal keeps it. */
export type CopyState = z.infer<typeof stateShape>

export const readCopyState = (state: unknown): CopyState => stateShape.parse(state)
