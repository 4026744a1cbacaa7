import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DATA_FOLDER, FIXTURES, instancesFileText, unpackFolder } from '@rowhouse/engine/testing'
import { nodeFiles } from '@rowhouse/platform'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { expect, onTestFinished, test } from 'vitest'
import { instancesFile, readInstances, writeInstances } from './instances-file.js'

const expected = [
  {
    name: 'demo',
    type: 'performance',
    keys: [
      { id: 'writer', secret: 'writer-secret', access: 'read-write', stsToken: undefined },
      { id: 'reader', secret: 'reader-secret', access: 'read-only', stsToken: 'a-token' },
    ],
  },
  { name: 'other', type: 'performance', keys: [] },
] as const

async function emptyFolder(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  return folder.path
}

const formats = readdirSync(FIXTURES).filter((name) => /^v\d+$/.test(name))

test.each(formats)('the instances of format %s are read', async (format) => {
  const folder = await emptyFolder()
  await unpackFolder(join(FIXTURES, format, DATA_FOLDER), folder)
  expect(await readInstances(nodeFiles, folder)).toEqual(expected)
})

test('this version writes the same bytes as the fixture', async () => {
  const folder = await emptyFolder()
  await writeInstances(nodeFiles, folder, expected)
  expect(await readFile(instancesFile(folder), 'utf8')).toBe(instancesFileText)
})
