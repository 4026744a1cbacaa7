import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The path of a transfer's journal; the texts identify the transfer. */
export function journalPath(
  kind: string,
  parts: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const state = environment['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state')
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
  return join(state, 'rowhouse', `${kind}-${name}.json`)
}
