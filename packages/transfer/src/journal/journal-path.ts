import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the journal of a transfer lies that is told apart by these texts. */
export function journalPath(
  kind: string,
  parts: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const state = environment['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state')
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
  return join(state, 'rowhouse', `${kind}-${name}.json`)
}
