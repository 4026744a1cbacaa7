import { type Sample, practicesLimits } from '@rowhouse/practices'
import { sampleRows } from '@rowhouse/transfer'
import { type ConnectionOptions, connect } from '../connection/connection.js'
import { UseError } from '../connection/use-error.js'

/** Rows of a table in the order in which they were written. */
export async function readTable(
  name: string,
  connection: ConnectionOptions,
  only: readonly string[] | undefined,
  rowsMax: number = practicesLimits.ADVICE_ROWS_MAX,
): Promise<Sample> {
  const client = connect(connection)
  try {
    return await sampleRows(client, name, { rowsMax }, (names) => {
      const missing = only?.find((column) => !names.includes(column))
      if (missing !== undefined) throw new UseError(`the table has no column ${missing}`)
      return only ?? names.slice(0, practicesLimits.ADVICE_COLUMNS_MAX)
    })
  } finally {
    await client.close()
  }
}
