import { at, listAt } from '../../search/peers/opensearch/opensearch-client.js'

const ROWS_PER_PAGE = 2_000
const COLUMN = Buffer.from('o:row').toString('base64')

export interface HbaseRow {
  readonly key: string
  readonly text: string
}

/** Rows of one text each, through the REST gateway, as JSON. */
export class HbaseClient {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async createTable(name: string): Promise<void> {
    const family = { name: 'o', VERSIONS: '1' }
    await this.#call('PUT', `/${name}/schema`, { name, ColumnSchema: [family] })
  }

  async put(table: string, rows: readonly HbaseRow[]): Promise<void> {
    const Row = rows.map(({ key, text }) => ({
      key: Buffer.from(key).toString('base64'),
      Cell: [{ column: COLUMN, $: Buffer.from(text).toString('base64') }],
    }))
    await this.#call('PUT', `/${table}/rows`, { Row })
  }

  async get(table: string, keys: readonly string[]): Promise<HbaseRow[]> {
    const wanted = keys.map((key) => `row=${encodeURIComponent(key)}`)
    return rowsOf(await this.#call('GET', `/${table}/multiget?${wanted.join('&')}`))
  }

  /** Rows from a key on and below another, in the order of keys, as many as wanted. */
  async *scan(table: string, from: string, to: string, most = Infinity): AsyncGenerator<HbaseRow> {
    let left = most
    for (let start = from; left > 0; ) {
      const limit = Math.min(left, ROWS_PER_PAGE)
      const range = new URLSearchParams({ startrow: start, endrow: to, limit: String(limit) })
      const rows = rowsOf(await this.#call('GET', `/${table}/*?${range.toString()}`))
      yield* rows
      left -= rows.length
      const last = rows.at(-1)
      if (last === undefined || rows.length < limit) return
      // Keys of one table have one length, so nothing stands between.
      start = `${last.key}!`
    }
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`HBase: ${method} ${path.slice(0, 80)}: ${response.status}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

function rowsOf(reply: unknown): HbaseRow[] {
  if (reply === undefined || at(reply, 'Row') === undefined) return []
  return listAt(reply, 'Row').map((row) => ({
    key: plain(at(row, 'key')),
    text: plain(at(row, 'Cell', 0, '$')),
  }))
}

const plain = (base64: unknown): string => Buffer.from(String(base64), 'base64').toString()
