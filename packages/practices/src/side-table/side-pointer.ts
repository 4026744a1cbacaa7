import { randomBytes } from 'node:crypto'
import { PracticeError } from '../practice-error.js'
import { type Columns, POINTER } from './side-layout.js'

/** What a row of the main table says of its side row. */
export interface SidePointer {
  readonly id: string
  /** Of its columns, names and values, as capacity units count them. */
  readonly bytes: number
}

/** The time stands in front, so that a repair can tell what may still be in the making. */
export const newSideId = (nowMs: number): string =>
  `${String(nowMs).padStart(14, '0')}-${randomBytes(8).toString('hex')}`

/** Milliseconds since the epoch. */
export const createdAt = (id: string): number => Number(id.split('-', 1)[0])

export const writePointer = ({ id, bytes }: SidePointer): string => `${id} ${bytes}`

/** Undefined for a row without columns in the side table. */
export function pointerIn(row: Columns): SidePointer | undefined {
  const text = row[POINTER]
  if (text === undefined) return undefined
  const [id, bytes] = String(text).split(' ')
  if (id === undefined || bytes === undefined)
    throw new PracticeError(`${String(text)} points to no side row`)
  return { id, bytes: Number(bytes) }
}
