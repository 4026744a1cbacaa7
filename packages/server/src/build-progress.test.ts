import { createTable } from '@rowhouse/engine'
import { createTableRequest, openMemoryEngine } from '@rowhouse/engine/testing'
import type { IndexStatus } from '@rowhouse/search'
import { expect, test } from 'vitest'
import { logProgress } from './build-progress.js'

const status = (state: IndexStatus['state']): IndexStatus => ({
  state,
  syncPhase: 'FULL',
  problem: '',
  syncedAt: 0n,
  build: state === 'building' ? { scannedRows: 7, estimatedRows: 20 } : undefined,
  lag: { bytes: 0, milliseconds: 0 },
  damagedRows: 0,
  figures: undefined,
})

test('only builds under way are logged, with their names and numbers', async () => {
  const { engine } = await openMemoryEngine()
  await createTable(engine, 'inst', createTableRequest('orders'))
  const index = (number: number, name: string) => ({
    number,
    name,
    schema: Buffer.alloc(0),
    timeToLive: -1,
    source: undefined,
    flowWeights: [],
    createdAt: 0,
  })
  await engine.catalog.change('inst', 'orders', (current) => {
    if (current === undefined) return undefined
    return { ...current.description, searchIndexes: [index(1, 'done'), index(2, 'growing')] }
  })
  const lines: unknown[] = []
  const logger = { info: (line: unknown) => void lines.push(line) }
  const describe = async (_table: number, number: number) =>
    status(number === 1 ? 'following' : 'building')
  await logProgress(engine, { describe }, logger)
  const place = { instance: 'inst', table: 'orders', index: 'growing' }
  expect(lines).toEqual([{ ...place, scannedRows: 7, estimatedRows: 20 }])
})
