import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesSuite } from '../testing/files-suite.js'
import { nodeFiles } from './node-files.js'

filesSuite('node', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'rowhouse-files-'))
  return {
    files: nodeFiles,
    directory,
    dispose: () => rm(directory, { recursive: true, force: true }),
  }
})
