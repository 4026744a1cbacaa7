import { askServer, memberOf } from './ask-server.js'

const KINDS = ['missing', 'different', 'surplus'] as const

/**
 * The differences that `rowhouse index verify` would report for a data folder, from its server and without
 * a new process.
 */
export const indexDifferences = async (
  directory: string,
  instance: string,
  table: string,
  index: string,
): Promise<readonly string[]> => {
  const command = { action: 'index-verify', instance, table, index }
  const { isDone, answer } = await askServer(directory, command)
  if (!isDone) return [`${index}: ${JSON.stringify(answer)}`]
  const verification = memberOf(answer, 'verification')
  return KINDS.flatMap((kind) => {
    const found = memberOf(verification, kind)
    return memberOf(found, 'count') === 0 ? [] : [`${index} ${kind}: ${JSON.stringify(found)}`]
  })
}
