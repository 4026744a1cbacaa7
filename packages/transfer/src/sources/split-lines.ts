import { TransferError } from '../errors.js'
import { transferLimits } from '../limits.js'

/**
 * The lines of a text that arrives in pieces, in one array for each piece. A carriage return at the end
 * of a line is removed.
 */
export async function* splitLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<readonly string[], void, undefined> {
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece
    const end = text.lastIndexOf('\n')
    rest = text.slice(end + 1)
    if (rest.length > transferLimits.RECORD_CHARACTERS_MAX) {
      throw new TransferError('a line has no end: is the format right?')
    }
    if (end >= 0) yield text.slice(0, end).split('\n').map(withoutReturn)
  }
  if (rest !== '') yield [withoutReturn(rest)]
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
