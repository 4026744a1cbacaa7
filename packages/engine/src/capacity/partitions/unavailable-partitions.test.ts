import { TablestoreError, decodeRow, infMax, infMin } from '@rowhouse/protocol'
import { describe, expect, it } from 'vitest'
import { engineLimits } from '../../limits.js'
import { putRow } from '../../rows/put-row.js'
import { getRange } from '../../rows/get-range.js'
import {
  INSTANCE,
  keysOf,
  open,
  openOver,
  pass,
  rangeRequest,
  rowOf,
  tableOf,
  write,
} from '../../testing/partitioned-table.js'
import type { PartitionNotice } from './partition-notice.js'

const CODE = 'OTSPartitionUnavailable'
const TEXT = 'The partition is not available.'

const put = (engine: Parameters<typeof putRow>[0], key: string) =>
  putRow(engine, INSTANCE, {
    tableName: 't',
    row: rowOf(key, 's', 1),
    condition: { rowExistence: 'IGNORE', columnCondition: undefined },
    returnContent: undefined,
    transactionId: undefined,
  })

describe('partitions that are new', () => {
  it('refuse for the configured time, each row on its own', async () => {
    const memory = await open({ partitionBytes: 65_536, partitionUnavailableMs: 500 })
    const { engine, clock } = memory
    for (let key = 10; key < 40; key++) await write(engine, [rowOf(`k${key}`, '', 3000)])
    await pass(memory, 1)
    const { partitions } = tableOf(engine)
    expect(partitions.count).toBe(2)
    const [low, high] = partitions.all
    if (low === undefined || high === undefined) throw new Error('two partitions')
    // Only the upper partition refuses from here on.
    low.unavailableUntil = 0
    const { tables } = await write(engine, [rowOf('k10', 's', 1), rowOf('k39', 's', 1)])
    expect(tables[0]?.rows).toMatchObject([
      { isOk: true },
      { isOk: false, error: { code: CODE, message: TEXT } },
    ])
    await expect(put(engine, 'k39')).rejects.toThrow(TablestoreError)
    await expect(put(engine, 'k39')).rejects.toThrow(TEXT)
    await expect(put(engine, 'k10')).resolves.toMatchObject({ consumed: { write: 1 } })
    // A page ends before a partition that refuses; a page that would begin there is refused.
    const page = await getRange(engine, INSTANCE, rangeRequest(infMin(), infMax()))
    expect(page.nextStartPrimaryKey).toBeDefined()
    const next = decodeRow(page.nextStartPrimaryKey ?? Buffer.alloc(0)).primaryKey[0]?.value
    if (next === undefined) throw new Error('a page goes on somewhere')
    await expect(getRange(engine, INSTANCE, rangeRequest(next, infMax()))).rejects.toThrow(TEXT)
    clock.advance(500)
    await expect(put(engine, 'k39')).resolves.toMatchObject({ consumed: { write: 1 } })
    expect(await keysOf(engine)).toHaveLength(32)
    await engine.close()
  })
})

describe('a value with more than half of the load', () => {
  it('is reported once, and splits nothing', async () => {
    const notices: PartitionNotice[] = []
    const memory = await openOver({ partitionHotUnits: 20 }, (notice) => notices.push(notice))
    const { engine } = memory
    for (let second = 0; second < engineLimits.PARTITION_HOT_SECONDS + 10; second++) {
      const hot = Array.from({ length: 30 }, (_, index) => rowOf('hot', `s${index}`, 1))
      await write(engine, [...hot, ...[1, 2, 3, 4, 5].map((key) => rowOf(`k${key}`, '', 1))])
      await pass(memory, 1)
    }
    const [partition] = tableOf(engine).partitions.all
    expect(tableOf(engine).partitions.count).toBe(1)
    expect(notices).toMatchObject([{ kind: 'hot key' }])
    expect(partition?.hotKey?.key.toString('latin1')).toContain('hot')
    expect(partition?.hotKey?.share).toBeGreaterThan(0.7)
    expect(engine.figures().partitions.hotKeys).toBe(1)
    await pass(memory, 60)
    expect(engine.figures().partitions.hotKeys).toBe(0)
    await engine.close()
  })
})

describe('a value that takes more bytes than one should', () => {
  it('is reported at half of that and at all of it', async () => {
    const notices: PartitionNotice[] = []
    const memory = await openOver({ partitionKeyBytes: 400_000 }, (notice) => notices.push(notice))
    const { engine } = memory
    for (let sort = 100; sort < 150; sort++) {
      await write(engine, [rowOf('big', `s${sort}`, 9000), rowOf(`k${sort}`, '', 1000)])
      await pass(memory, 1)
    }
    expect(notices).toMatchObject([
      { kind: 'big value', passed: 200_000 },
      { kind: 'big value', passed: 400_000 },
    ])
    expect(tableOf(engine).partitions.all[0]?.bigValues).toHaveLength(1)
    expect(engine.figures().partitions.bigValues).toBe(1)
    await engine.close()
  })
})
