import { Client, type Connection, FieldType, matchAll, query } from '@rowhouse/conformance/client'
import { type Answer, GROUPS, TABLE, nameOf } from './indexed-rows.js'

const PAGE_ROWS = 1000
const BY_NUMBER = { sorters: [{ fieldSort: { fieldName: 'n', order: 0 } }] }

const field = (fieldName: string, type: 'LONG' | 'KEYWORD' | 'TEXT') => ({
  fieldName,
  fieldType: FieldType[type],
  index: true,
  enableSortAndAgg: type !== 'TEXT',
  store: true,
  isAnArray: false,
})

const FIELDS = [field('n', 'LONG'), field('k', 'KEYWORD'), field('t', 'TEXT')]

/** Search indexes of one table by the official SDK. */
export class SearchClients {
  readonly #client: Client

  constructor(connection: Connection) {
    this.#client = new Client(connection)
  }

  async indexes(): Promise<readonly string[]> {
    const found = await this.#client.search.listIndexes(TABLE)
    return found.map(({ index }) => index)
  }

  createIndex(name: string): Promise<void> {
    return this.#client.search.createIndex(TABLE, name, FIELDS)
  }

  deleteIndex(name: string): Promise<void> {
    return this.#client.search.deleteIndex(TABLE, name)
  }

  /** Any search: it may find whatever there is. */
  async searchOnce(name: string): Promise<void> {
    await this.#client.search.search(TABLE, name, matchAll, {
      limit: 10,
      more: { sort: BY_NUMBER },
    })
  }

  /** All rows by their numbers, page by page, and a count of each group. */
  async askForAll(name: string): Promise<Answer> {
    const { search } = this.#client
    const keys: string[] = []
    const page = { limit: PAGE_ROWS, columns: 'NONE' } as const
    let found = await search.search(TABLE, name, matchAll, { ...page, more: { sort: BY_NUMBER } })
    const total = found.total ?? -1
    for (;;) {
      for (const { key } of found.rows)
        keys.push(nameOf({ partition: String(key['partition']), row: Number(key['row']) }))
      if (found.token === undefined) break
      found = await search.search(TABLE, name, matchAll, { ...page, token: found.token })
    }
    const groups = new Map<string, number>()
    for (const group of GROUPS) {
      const ofGroup = query('TERM', { fieldName: 'k', term: group })
      const { total: count = -1 } = await search.search(TABLE, name, ofGroup, { limit: 0 })
      if (count !== 0) groups.set(group, count)
    }
    return { keys, total, groups }
  }
}
