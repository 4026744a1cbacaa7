import { PracticeError } from '../practice-error.js'
import { isObject } from '../retry/sdk-client.js'

/** Describes a value in its owner's row. */
export interface Pointer {
  readonly id: string
  readonly bytes: number
  /** The length of each piece but the last. */
  readonly pieceBytes: number
  /** The MD5 of the whole value, in hexadecimal. */
  readonly md5: string
}

/** Stores pointers: a column of the owners' rows. */
export interface PointerStore {
  read(owner: string): Promise<string | undefined>
  /** Durable when it resolves; undefined removes it. */
  write(owner: string, pointer: string | undefined): Promise<void>
}

export const writePointer = ({ id, bytes, pieceBytes, md5 }: Pointer): string =>
  JSON.stringify({ id, bytes, pieceBytes, md5 })

export function parsePointer(text: string): Pointer {
  const { id, bytes, pieceBytes, md5 } = parsed(text)
  const isWhole =
    typeof id === 'string' &&
    typeof bytes === 'number' &&
    typeof pieceBytes === 'number' &&
    typeof md5 === 'string'
  if (!isWhole) throw new PracticeError(`${JSON.stringify(text)} points to no pieces`)
  return { id, bytes, pieceBytes, md5 }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
