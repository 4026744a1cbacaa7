import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const KINDS = ['missing', 'different', 'surplus'] as const

/**
 * What `rowhouse index verify` is told by the server of a data folder, asked as it asks, without
 * a process for each time.
 */
export const indexDifferences = async (
  directory: string,
  instance: string,
  table: string,
  index: string,
): Promise<readonly string[]> => {
  const server: unknown = JSON.parse(await readFile(join(directory, 'server.json'), 'utf8'))
  const reply = await fetch(`http://127.0.0.1:${String(member(server, 'adminPort'))}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(member(server, 'adminSecret'))}` },
    body: JSON.stringify({ action: 'index-verify', instance, table, index }),
  })
  const answer: unknown = await reply.json()
  if (reply.status !== 200) return [`${index}: ${JSON.stringify(answer)}`]
  const verification = member(answer, 'verification')
  return KINDS.flatMap((kind) => {
    const found = member(verification, kind)
    return member(found, 'count') === 0 ? [] : [`${index} ${kind}: ${JSON.stringify(found)}`]
  })
}

const member = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null || !(name in value))
    throw new Error(`no ${name} in ${JSON.stringify(value)}`)
  return Reflect.get(value, name)
}
