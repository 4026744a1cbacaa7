import { type ReadingOptions, openRecords } from '../formats/read-records.js'
import { isBad } from '../formats/record.js'
import { type ColumnProfile, ColumnCounter } from './column-profile.js'

export interface FileProfile {
  readonly records: number
  /** Pieces of the file that are not records. */
  readonly bad: number
  readonly columns: readonly ColumnProfile[]
}

/** Reads a whole file and summarises its columns. */
export async function profileFile(
  path: string,
  options: ReadingOptions,
  onRecords: (records: number, bytesRead: number) => void,
): Promise<FileProfile> {
  const { records: pieces, bytesRead } = openRecords(path, options)
  const counters = new Map<string, ColumnCounter>()
  const isText = options.format === 'csv'
  let [records, bad] = [0, 0]
  for await (const piece of pieces) {
    for (const record of piece) {
      if (isBad(record)) {
        bad += 1
        continue
      }
      records += 1
      record.names.forEach((name, i) => {
        let counter = counters.get(name)
        if (counter === undefined) {
          counter = new ColumnCounter(name, isText)
          counters.set(name, counter)
        }
        counter.add(record.values[i] ?? null)
      })
    }
    onRecords(records, bytesRead())
  }
  const columns = [...counters.values()].map((counter) => counter.profile(records))
  return { records, bad, columns }
}
