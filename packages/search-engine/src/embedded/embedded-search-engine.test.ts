import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryFiles, nodeFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterAll, beforeAll } from 'vitest'
import { type SearchEngineFixture, searchEngineSuite } from '../testing/search-engine-suite.js'
import { buildThreadEntries } from '../testing/thread-entries.js'
import { type ThreadEntries, openEmbeddedSearchEngine } from './open-embedded-search-engine.js'

let programs: TemporaryFolder
let entries: ThreadEntries

beforeAll(async () => {
  programs = await temporaryFolder()
  entries = await buildThreadEntries(programs.path)
})

afterAll(() => programs.remove())

const onDisk = async (threads: number, memoryBytes = 1e9): Promise<SearchEngineFixture> => {
  const folder = await temporaryFolder()
  const directory = join(folder.path, 'search')
  const options = { directory, files: nodeFiles, clock: systemClock, threads, memoryBytes }
  return {
    open: async () => openEmbeddedSearchEngine({ ...options, entries }),
    keepsFiles: true,
    damage: async (index) => {
      const path = join(directory, String(index))
      const names = (await readdir(path)).filter((name) => name.endsWith('.segment'))
      for (const name of names) {
        const content = await readFile(join(path, name))
        for (let at = 0; at < content.length; at += 16) content[at] = (content[at] ?? 0) ^ 255
        await writeFile(join(path, name), content)
      }
    },
    dispose: () => folder.remove(),
  }
}

const inMemory = async (threads: number): Promise<SearchEngineFixture> => {
  const files = createMemoryFiles()
  const options = { directory: '/search', files, clock: systemClock, threads }
  return {
    open: async () => openEmbeddedSearchEngine({ ...options, entries }),
    keepsFiles: threads === 0,
    damage: undefined,
    dispose: async () => undefined,
  }
}

searchEngineSuite('the embedded engine in one thread, on disk,', () => onDisk(0))
searchEngineSuite('the embedded engine in one thread, in memory,', () => inMemory(0))
searchEngineSuite('the embedded engine that may keep nothing in memory', () => onDisk(0, 0))
searchEngineSuite('the embedded engine in threads, on disk,', () => onDisk(2, 0))
searchEngineSuite('the embedded engine in threads, in memory,', () => inMemory(1))
