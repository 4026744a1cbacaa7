import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkOutput } from './check-output.js'

test('only a file, or a new name in a folder, is an output', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rows.csv')
  await expect(checkOutput(file)).resolves.toBeUndefined()
  writeFileSync(file, '')
  await expect(checkOutput(file)).resolves.toBeUndefined()
  const link = join(folder, 'link.csv')
  symlinkSync('/dev/null', link)
  await expect(checkOutput(link)).rejects.toThrow(`${link} is a device, pipe or link`)
  await expect(checkOutput('/dev/null')).rejects.toThrow('/dev/null is a device')
  await expect(checkOutput(folder)).rejects.toThrow(`${folder} is a folder, not a file`)
  const missing = join(folder, 'none')
  await expect(checkOutput(join(missing, 'a.csv'))).rejects.toThrow(`there is no folder ${missing}`)
})
