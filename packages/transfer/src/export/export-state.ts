import type { ColumnType } from '@rowhouse/client'
import { z } from 'zod'
import type { EncodedRange } from './key-range.js'

const types = z.array(z.enum(['string', 'integer', 'double', 'boolean', 'binary']))

const stateShape = z.object({
  /** The length of the file up to which it is complete. */
  length: z.number().int().min(0),
  rows: z.number().int().min(0),
  /** The rest of each part, in base64; null when the part is read. */
  parts: z.array(z.object({ start: z.string(), end: z.string() }).nullable()),
  /** The token of the next page of an export by a search index, in base64. */
  token: z.optional(z.string()),
  /** The types of the columns so far. */
  columns: z.record(z.string(), types),
})

/** The progress of an export, as stored in its journal. */
export type ExportState = z.infer<typeof stateShape>

export const readExportState = (state: unknown): ExportState => stateShape.parse(state)

export const newExport = (parts: readonly EncodedRange[]): ExportState => ({
  length: 0,
  rows: 0,
  parts: parts.map(storedPart),
  columns: {},
})

export const storedPart = ({ start, end }: EncodedRange): { start: string; end: string } => ({
  start: start.toString('base64'),
  end: end.toString('base64'),
})

export const partOf = ({ start, end }: { start: string; end: string }): EncodedRange => ({
  start: Buffer.from(start, 'base64'),
  end: Buffer.from(end, 'base64'),
})

/** The column type of a value. */
export function columnTypeOf(value: unknown): ColumnType {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'bigint':
      return 'integer'
    case 'number':
      return 'double'
    case 'boolean':
      return 'boolean'
    default:
      return 'binary'
  }
}
