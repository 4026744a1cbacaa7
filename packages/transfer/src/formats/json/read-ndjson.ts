import { splitLines } from '../../sources/split-lines.js'
import type { ReadRecord } from '../record.js'
import { JsonSyntaxError } from './lossless-json.js'
import { type ObjectFields, readObject } from './read-object.js'

/** The objects of a file with one per line. */
export const readNdjson = (
  text: AsyncIterable<string>,
): AsyncGenerator<readonly ReadRecord[], void, undefined> => readLines(text, readObject)

/** One record per line; empty lines are skipped. */
export async function* readLines(
  text: AsyncIterable<string>,
  read: (line: string) => ObjectFields,
): AsyncGenerator<readonly ReadRecord[], void, undefined> {
  let number = 0
  for await (const lines of splitLines(text)) {
    const records: ReadRecord[] = []
    for (const line of lines) {
      if (line.trim() !== '') records.push(readLine(line, ++number, read))
    }
    yield records
  }
}

function readLine(line: string, number: number, read: (line: string) => ObjectFields): ReadRecord {
  try {
    const { names, values, times } = read(line)
    return { number, names, values, ...(times !== undefined && { times }) }
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof SyntaxError) {
      return { number, problem: error.message, text: line }
    }
    throw error
  }
}
