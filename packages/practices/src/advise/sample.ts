import { expectDefined } from '@rowhouse/platform'
import { PracticeError } from '../practice-error.js'
import { practicesLimits } from '../limits.js'

/** Some rows of a table as text, in the order in which they were read. */
export interface Sample {
  readonly columns: readonly string[]
  /** One text for each column; an empty text means no value. */
  readonly rows: readonly (readonly string[])[]
  /** The number of rows in the whole file. */
  readonly rowCount: number
  /** The average bytes of a row's texts. */
  readonly rowBytes: number
}

export interface Sampler {
  readonly columns: readonly string[]
  add(row: readonly string[]): void
  finish(): Sample
}

/** Keeps at most so many rows of any number, evenly spread from the first to the last. */
export function createSampler(
  columns: readonly string[],
  rowsMax: number = practicesLimits.ADVICE_ROWS_MAX,
): Sampler {
  checkColumns(columns)
  let rows: (readonly string[])[] = []
  let every = 1
  let count = 0
  let bytes = 0
  return {
    columns,
    add: (row) => {
      if (row.length !== columns.length)
        throw new PracticeError(
          `row ${count + 1} has ${row.length} values for ${columns.length} columns`,
        )
      if (count++ % every !== 0) return
      rows.push(row)
      for (const text of row) bytes += Buffer.byteLength(text)
      if (rows.length <= rowsMax) return
      every *= 2
      rows = rows.filter((_, index) => index % 2 === 0)
      // Removed rows have about as many bytes as the others.
      bytes /= 2
    },
    finish: () => ({
      columns,
      rows,
      rowCount: count,
      rowBytes: rows.length === 0 ? 0 : Math.round(bytes / rows.length),
    }),
  }
}

function checkColumns(columns: readonly string[]): void {
  const { ADVICE_COLUMNS_MAX } = practicesLimits
  if (columns.length === 0 || columns.length > ADVICE_COLUMNS_MAX)
    throw new PracticeError(
      `there are ${columns.length} columns; advice is on 1 to ${ADVICE_COLUMNS_MAX}`,
    )
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) throw new PracticeError(`the column ${twice} stands there twice`)
}

export const textsOf = (rows: Sample['rows'], column: number): string[] =>
  rows.map((row) => expectDefined(row[column], 'every row has every column'))
