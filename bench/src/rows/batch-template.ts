import { batchWriteRow, type RowInBatchWriteRowRequest } from '@rowhouse/protocol'
import { TABLE_NAME } from './row-shape.js'
import type { RowTemplates } from './row-templates.js'

/**
 * The body of a BatchWriteRow of a fixed number of rows. All rows have one size, so the message is
 * encoded once and each further batch is written over it row by row.
 */
export class BatchTemplate {
  readonly #templates: RowTemplates
  readonly #body: Buffer
  readonly #rowStarts: readonly number[]

  constructor(templates: RowTemplates, rows: number) {
    this.#templates = templates
    const encoded = Array.from({ length: rows }, (_, index) => templates.row(index))
    this.#body = encodeBatch(encoded)
    let from = 0
    this.#rowStarts = encoded.map((row) => {
      const start = this.#body.indexOf(row, from)
      from = start + row.length
      return start
    })
  }

  /** The body with the rows of these counters, as many as the template has; valid until the next call. */
  body(counters: readonly number[]): Buffer {
    for (const [index, start] of this.#rowStarts.entries()) {
      const counter = counters[index]
      if (counter === undefined) throw new RangeError(`${counters.length} rows are too few`)
      this.#templates.write(this.#body, start, counter)
    }
    return this.#body
  }
}

export function encodeBatch(encodedRows: readonly Buffer[]): Buffer {
  const rows = encodedRows.map(
    (rowChange): RowInBatchWriteRowRequest => ({
      type: 'PUT',
      rowChange,
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
    }),
  )
  return batchWriteRow.encodeRequest({
    tables: [{ tableName: TABLE_NAME, rows }],
    transactionId: undefined,
    isAtomic: false,
  })
}
