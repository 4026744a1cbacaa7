import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CREDENTIALS } from '../peers/credentials.js'
import { TABLE_NAME } from '../rows/row-shape.js'

export const INDEX_NAME = 'by_c0'

/** Resolves as soon as the index has everything that the server has acknowledged before. */
export type CatchUp = () => Promise<void>

export interface IndexPlace {
  readonly table: string
  readonly index: string
}

const OF_THIS_BENCHMARK: IndexPlace = { table: TABLE_NAME, index: INDEX_NAME }

/** Asks the server of a data folder in the same way as `rowhouse index`. */
export function catchUpOf(data: string, index: IndexPlace = OF_THIS_BENCHMARK): CatchUp {
  const server: unknown = JSON.parse(readFileSync(join(data, 'server.json'), 'utf8'))
  const member = (name: string): string =>
    String(typeof server === 'object' && server !== null ? Reflect.get(server, name) : undefined)
  const url = `http://127.0.0.1:${member('adminPort')}`
  const headers = { authorization: `Bearer ${member('adminSecret')}` }
  const { instance } = CREDENTIALS
  const body = JSON.stringify({ action: 'index-catch-up', instance, ...index })
  return async () => {
    const reply = await fetch(url, { method: 'POST', headers, body })
    if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`)
  }
}
