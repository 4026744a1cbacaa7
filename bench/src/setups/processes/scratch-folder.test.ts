import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeScratchFolder } from './scratch-folder.js'

test('a scratch folder goes with all that it has, and its parent stays', async () => {
  const above = mkdtempSync(join(tmpdir(), 'scratch-parent-'))
  const parent = join(above, 'new')
  try {
    const folder = makeScratchFolder(parent)
    mkdirSync(join(folder.path, 'data'))
    writeFileSync(join(folder.path, 'data', 'rows'), 'x')
    await folder.remove()
    expect(existsSync(folder.path)).toBe(false)
    expect(existsSync(parent)).toBe(true)
  } finally {
    rmSync(above, { recursive: true, force: true })
  }
})
