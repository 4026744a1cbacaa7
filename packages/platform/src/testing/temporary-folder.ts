import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryFolder {
  readonly path: string
  remove(): Promise<void>
}

/** A real folder, for code that does not use the Files seam. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'rowhouse-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
