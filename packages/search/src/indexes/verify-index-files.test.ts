import { readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@rowhouse/engine'
import { DATA_FOLDER, temporaryFolder, unpackFolder } from '@rowhouse/engine/testing'
import { expect, onTestFinished, test } from 'vitest'
import { SEGMENT_VERSION } from '../segments/format/segment-frame.js'
import { SEARCH_FIXTURES } from '../testing/fixtures/fixture-folder.js'
import { verifyIndexFiles } from './verify-index-files.js'

async function fixtureIndexes(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  await unpackFolder(join(SEARCH_FIXTURES, `v${SEGMENT_VERSION}`, DATA_FOLDER), folder.path)
  return join(folder.path, 'search')
}

const filesIn = (search: string, ending: string): string[] =>
  readdirSync(search).flatMap((index) =>
    readdirSync(join(search, index))
      .filter((name) => name.endsWith(ending))
      .map((name) => join(search, index, name)),
  )

test('indexes that were closed in order are whole, and no indexes are none', async () => {
  const search = await fixtureIndexes()
  const found = await verifyIndexFiles(nodeFiles, search)
  expect(found).toMatchObject({ indexes: readdirSync(search).length, damages: [] })
  expect(found.segments).toBeGreaterThan(0)
  const none = await verifyIndexFiles(nodeFiles, join(search, 'none'))
  expect(none).toEqual({ indexes: 0, segments: 0, bytes: 0, damages: [] })
})

test.each(['.segment', '.deletes', 'manifest'])('a flipped bit in %s is named', async (ending) => {
  const search = await fixtureIndexes()
  const [path = 'none'] = filesIn(search, ending)
  const content = readFileSync(path)
  const at = Math.min(64, content.length - 1)
  content[at] = (content[at] ?? 0) ^ 0x04
  writeFileSync(path, content)
  const { damages } = await verifyIndexFiles(nodeFiles, search)
  expect(damages).toHaveLength(1)
  expect(damages[0]).toContain(path)
})

test('a segment that was cut off is named', async () => {
  const search = await fixtureIndexes()
  const [path = 'none'] = filesIn(search, '.segment')
  truncateSync(path, readFileSync(path).length - 8)
  expect((await verifyIndexFiles(nodeFiles, search)).damages[0]).toContain(path)
})
