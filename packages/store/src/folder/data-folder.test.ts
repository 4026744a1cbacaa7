import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Files, nodeFiles } from '@rowhouse/platform'
import {
  manualClock,
  seededRandom,
  SimulatedFiles,
  temporaryFolder,
} from '@rowhouse/platform/testing'
import { type DataFolder, DATA_FORMAT, openDataFolder } from './data-folder.js'
import { type ProcessTable, systemProcesses } from './process-table.js'

const DIRECTORY = '/data/rowhouse'

/** Processes that live by their start, as in /proc. */
function processTable(ownId: number, living: ReadonlyMap<number, string>): ProcessTable {
  return {
    ownId,
    isAlive: (id) => living.has(id),
    startOf: async (id) => living.get(id),
  }
}

describe('a data folder', () => {
  let files: Files
  let living: Map<number, string>
  const clock = manualClock(Date.UTC(2026, 1, 3))
  const open = (ownId = 10): Promise<DataFolder> =>
    openDataFolder({ files, directory: DIRECTORY, clock, processes: processTable(ownId, living) })

  beforeEach(() => {
    files = new SimulatedFiles()
    living = new Map([
      [10, '1000'],
      [20, '2000'],
    ])
  })

  const write = async (name: string, text: string): Promise<void> => {
    await files.makeDirectory(DIRECTORY)
    const file = await files.open(`${DIRECTORY}/${name}`, 'create')
    await file.write(Buffer.from(text), 0)
    await file.close()
  }

  it('is made where there is none, and remembers when', async () => {
    const first = await open()
    expect(first.logDirectory).toBe(`${DIRECTORY}/log`)
    expect(first.storeDirectory).toBe(`${DIRECTORY}/store`)
    await first.release()
    const later = await open()
    expect(later.createdAt).toEqual(new Date(Date.UTC(2026, 1, 3)))
    expect(await files.list(DIRECTORY)).toEqual(['FORMAT', 'LOCK'])
  })

  it('keeps a second process and a second opening by the same process out', async () => {
    const first = await open(10)
    await expect(open(20)).rejects.toThrow(
      'The data folder /data/rowhouse is in use by process 10.',
    )
    await expect(open(10)).rejects.toThrow('in use by process 10')
    await first.release()
    await open(20)
  })

  it('is taken over from a process that was killed', async () => {
    await open(10)
    living.delete(10)
    const second = await open(20)
    living.set(10, '3000')
    await expect(open(10)).rejects.toThrow('in use by process 20')
    await second.release()
  })

  it('is taken over when another process has got the number of the killed one', async () => {
    await open(10)
    living.set(10, '5000')
    await open(20)
  })

  it('does not take the lock of its successor away', async () => {
    const first = await open(10)
    living.delete(10)
    await open(20)
    await first.release()
    living.set(10, '6000')
    await expect(open(10)).rejects.toThrow('in use by process 20')
  })

  it('takes over a lock file that its holder had no time to write', async () => {
    await write('LOCK', '')
    await open()
  })

  it('refuses a newer format and tells how to migrate an older one', async () => {
    await write(
      'FORMAT',
      `rowhouse data\nformat ${DATA_FORMAT + 1}\ncreated 2026-01-01T00:00:00Z\n`,
    )
    await expect(open()).rejects.toThrow(
      'has format 2, written by a newer version of Rowhouse; this version knows formats up to 1.',
    )
    await files.remove(`${DIRECTORY}/FORMAT`)
    await write('FORMAT', `rowhouse data\nformat 0\ncreated 2026-01-01T00:00:00Z\n`)
    await expect(open()).rejects.toThrow('rowhouse migrate /data/rowhouse')
    expect(await files.list(DIRECTORY)).toEqual(['FORMAT'])
  })

  it('refuses a damaged manifest and a folder of other files', async () => {
    await write('FORMAT', 'hello')
    await expect(open()).rejects.toMatchObject({ reason: 'damaged' })
    await files.remove(`${DIRECTORY}/FORMAT`)
    await write('thesis.tex', 'x')
    await expect(open()).rejects.toThrow('holds other files (thesis.tex)')
  })

  it('survives a power cut right after it was made', async () => {
    const simulated = new SimulatedFiles()
    files = simulated
    await open(10)
    files = simulated.powerCut(seededRandom(7))
    living.delete(10)
    const again = await open(20)
    expect(again.createdAt).toEqual(new Date(Date.UTC(2026, 1, 3)))
  })
})

it('survives a power cut behind a start that followed a kill, wherever that struck', async () => {
  const clock = manualClock()
  const processes = processTable(10, new Map())
  let again = 0
  for (let call = 1; call <= 20; call++) {
    for (let seed = 0; seed < 5; seed++) {
      const files = new SimulatedFiles(seededRandom(call))
      files.cutAfter(call)
      await openDataFolder({ files, directory: DIRECTORY, clock, processes }).catch(() => {})
      const killed = files.kill()
      clock.advance(1)
      const second = await openDataFolder({ files: killed, directory: DIRECTORY, clock, processes })
      // What is in the folder by now would be no data without the manifest.
      const left = killed.powerCut(seededRandom(seed))
      const third = await openDataFolder({ files: left, directory: DIRECTORY, clock, processes })
      expect(third.createdAt).toEqual(second.createdAt)
      again++
    }
  }
  expect(again).toBe(100)
})

describe('a data folder on disk', () => {
  it('is locked by this very process', async () => {
    const folder = await temporaryFolder()
    const options = { files: nodeFiles, directory: folder.path, clock: manualClock() }
    const first = await openDataFolder(options)
    await expect(openDataFolder(options)).rejects.toThrow(`in use by process ${process.pid}`)
    await first.release()
    const second = await openDataFolder(options)
    await second.release()
    await folder.remove()
  })

  it.runIf(process.platform === 'linux')(
    'is refused to whoever comes before its holder has written the lock file',
    async () => {
      const folder = await temporaryFolder()
      const options = { files: nodeFiles, directory: folder.path, clock: manualClock() }
      const first = await openDataFolder(options)
      for (const content of ['', '1 gone\n']) {
        await writeFile(join(folder.path, 'LOCK'), content)
        await expect(openDataFolder(options)).rejects.toMatchObject({ reason: 'in use' })
      }
      await first.release()
      // Of a process that was killed at that moment.
      await writeFile(join(folder.path, 'LOCK'), '')
      await (await openDataFolder(options)).release()
      await folder.remove()
    },
  )

  it('knows living processes from dead ones', async () => {
    expect(systemProcesses.isAlive(process.pid)).toBe(true)
    expect(systemProcesses.isAlive(0x3fff_ffff)).toBe(false)
    expect(await systemProcesses.startOf(0x3fff_ffff)).toBeUndefined()
  })
})
