import { mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesSuite } from './testing/files-suite.js'
import { nodeFiles } from './node-files.js'

filesSuite('node', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'rowhouse-files-'))
  return {
    files: nodeFiles,
    directory,
    dispose: () => rm(directory, { recursive: true, force: true }),
  }
})

test.skipIf(!existsSync('/dev/full'))('the error of a full disk names the file', async () => {
  const file = await nodeFiles.open('/dev/full', 'write')
  const written = file.write(Buffer.from('x'), 0)
  await expect(written).rejects.toMatchObject({ code: 'ENOSPC', path: '/dev/full' })
  await expect(written).rejects.toThrow("no space left on device, write '/dev/full'")
  await file.close()
})
