import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Files, createMemoryFiles, nodeFiles, systemClock } from '@rowhouse/engine'
import { temporaryFolder } from '@rowhouse/engine/testing'
import { searchEngineSuite, type SearchEngineFixture } from '../../testing/search-engine-suite.js'
import { openEmbeddedSearchEngine } from './open-embedded-search-engine.js'

const onDisk = async (threads: number): Promise<SearchEngineFixture> => {
  const folder = await temporaryFolder()
  const directory = join(folder.path, 'search')
  return {
    open: () =>
      openEmbeddedSearchEngine({ directory, files: nodeFiles, clock: systemClock, threads }),
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
  const files: Files = createMemoryFiles()
  return {
    open: () =>
      openEmbeddedSearchEngine({ directory: '/search', files, clock: systemClock, threads }),
    damage: undefined,
    dispose: async () => undefined,
  }
}

searchEngineSuite('one thread, on disk', () => onDisk(0))
searchEngineSuite('one thread, in memory', () => inMemory(0))
