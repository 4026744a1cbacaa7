import type { UpdateTableRequest } from '@rowhouse/protocol'
import { describe, expect, it } from 'vitest'
import {
  createTableRequest,
  openMemoryEngine,
  tableOptions,
  updateTableRequest,
} from '../testing/index.js'
import { createTable } from './create-table.js'
import { describeTable } from './describe-table.js'
import { updateTable } from './update-table.js'

const DAY_MS = 86_400_000

const open = async (options = {}) => {
  const memory = await openMemoryEngine(options)
  const request = createTableRequest('t', {
    reservedThroughput: { read: 5, write: 5 },
    tableOptions: tableOptions({ timeToLive: 864_000, maxVersions: 3 }),
  })
  await createTable(memory.engine, 'demo', request)
  return {
    ...memory,
    update: (given: Partial<UpdateTableRequest>) =>
      updateTable(memory.engine, 'demo', updateTableRequest('t', given)),
  }
}

describe('updateTable changes only what is given:', () => {
  const before = {
    timeToLive: 864_000,
    maxVersions: 3,
    deviationCellVersionInSec: 86_400n,
    allowUpdate: true,
    updateFullRow: false,
  }
  it.each([
    { timeToLive: 86_400 },
    { timeToLive: -1 },
    { maxVersions: 1 },
    { deviationCellVersionInSec: 0n },
    { allowUpdate: false },
    { timeToLive: 100_000, maxVersions: 7, allowUpdate: false },
  ])('%o', async (change) => {
    const { engine, update } = await open()
    const reply = await update({ tableOptions: tableOptions(change) })
    expect(reply.tableOptions).toEqual({ ...before, ...change })
    expect(reply.reservedThroughputDetails.capacityUnit).toEqual({ read: 5, write: 5 })
    const described = await describeTable(engine, 'demo', { tableName: 't' })
    expect(described.tableOptions).toEqual({ ...before, ...change })
  })
})

describe('reserved throughput', () => {
  it.each([
    [{ read: 9, write: undefined }, { read: 9, write: 5 }, true, false],
    [{ read: undefined, write: 1 }, { read: 5, write: 1 }, false, true],
    [{ read: 0, write: 100_000 }, { read: 0, write: 100_000 }, true, true],
    [{ read: 5, write: 5 }, { read: 5, write: 5 }, false, false],
  ])('%o', async (change, units, increased, decreased) => {
    const { clock, update } = await open()
    const created = clock.now() / 1000
    clock.advance(60_000)
    const { reservedThroughputDetails } = await update({ reservedThroughput: change })
    expect(reservedThroughputDetails).toEqual({
      capacityUnit: units,
      lastIncreaseTime: increased ? created + 60 : created,
      lastDecreaseTime: decreased ? created + 60 : undefined,
      numberOfDecreasesToday: decreased ? 1 : 0,
    })
  })

  it('may change at any time, unless the interval is enforced', async () => {
    const lenient = await open()
    const strict = await open({ limitCapacityChanges: true })
    const change = (read: number) => ({ reservedThroughput: { read, write: undefined } })
    await lenient.update(change(6))
    strict.clock.advance(119_000)
    await expect(strict.update(change(6))).rejects.toMatchObject({
      code: 'OTSTooFrequentReservedThroughputAdjustment',
      status: 403,
      message: 'Capacity unit adjustment is too frequent.',
    })
    await strict.update({ tableOptions: tableOptions({ maxVersions: 9 }) })
    strict.clock.advance(1000)
    await strict.update(change(6))
    await expect(strict.update(change(7))).rejects.toMatchObject({ status: 403 })
  })

  it('counts the decreases of a day', async () => {
    const { clock, update, engine } = await open()
    clock.advance(DAY_MS - (clock.now() % DAY_MS))
    const change = async (read: number) => {
      const { reservedThroughputDetails } = await update({
        reservedThroughput: { read, write: undefined },
      })
      return reservedThroughputDetails.numberOfDecreasesToday
    }
    expect(await change(4)).toBe(1)
    clock.advance(DAY_MS - 1000)
    expect(await change(8)).toBe(1)
    expect(await change(3)).toBe(2)
    clock.advance(1000)
    const { reservedThroughputDetails } = await describeTable(engine, 'demo', { tableName: 't' })
    expect(reservedThroughputDetails.numberOfDecreasesToday).toBe(0)
    expect(await change(2)).toBe(1)
  })
})

describe('on an instance of the capacity type', () => {
  const openCapacity = async () => {
    const opened = await openMemoryEngine({ limitCapacityChanges: true })
    opened.engine.instanceTypes.replace(new Map([['cheap', 'capacity']]))
    return opened
  }

  it.each([
    [{ read: 1, write: 0 }, 'Can not reserve read capacity unit on capacity.'],
    [{ read: 0, write: 1 }, 'Can not reserve write capacity unit on capacity.'],
  ])('a table cannot reserve %o', async (reservedThroughput, message) => {
    const { engine } = await openCapacity()
    const request = createTableRequest('t', { reservedThroughput })
    await expect(createTable(engine, 'cheap', request)).rejects.toMatchObject({
      code: 'OTSParameterInvalid',
      status: 400,
      message,
    })
    await createTable(engine, 'other', request)
  })

  it('reserved throughput cannot be changed, other options can', async () => {
    const { engine } = await openCapacity()
    await createTable(engine, 'cheap', createTableRequest('t'))
    const update = (given: Partial<UpdateTableRequest>) =>
      updateTable(engine, 'cheap', updateTableRequest('t', given))
    for (const read of [0, 1]) {
      await expect(
        update({ reservedThroughput: { read, write: undefined } }),
      ).rejects.toMatchObject({
        code: 'OTSForbiddenUpdateCapacityUnit',
        status: 400,
        message: 'Your instance is forbidden to update capacity unit.',
      })
    }
    const reply = await update({ tableOptions: tableOptions({ maxVersions: 2 }) })
    expect(reply.tableOptions.maxVersions).toBe(2)
  })
})

describe('a stream', () => {
  const on = { enableStream: true, expirationTime: 24, columnsToGet: ['b', 'a'] }
  const off = { enableStream: false, expirationTime: undefined, columnsToGet: [] }

  it('keeps its id while it is enabled and gets a new one when it is enabled again', async () => {
    const { clock, update } = await open()
    const first = (await update({ streamSpec: on })).streamDetails
    expect(first).toEqual({
      enableStream: true,
      streamId: `t_${clock.now()}000`,
      expirationTime: 24,
      lastEnableTime: BigInt(clock.now()) * 1000n,
      columnsToGet: ['b', 'a'],
    })
    clock.advance(5)
    const longer = await update({ streamSpec: { ...on, expirationTime: 168 } })
    expect(longer.streamDetails).toEqual({ ...first, expirationTime: 168 })
    expect((await update({ streamSpec: off })).streamDetails).toEqual({
      enableStream: false,
      streamId: undefined,
      expirationTime: 0,
      lastEnableTime: 0n,
      columnsToGet: [],
    })
    const again = (await update({ streamSpec: on })).streamDetails
    expect(again.streamId).not.toBe(first.streamId)
  })
})

describe('updateTable refuses', () => {
  it.each<[string, Partial<UpdateTableRequest>, string]>([
    ['nothing', {}, 'No parameter is specified in table options.'],
    [
      'empty options alone',
      { tableOptions: tableOptions() },
      'No parameter is specified in table options.',
    ],
    [
      'a time to live of 0',
      { tableOptions: tableOptions({ timeToLive: 0 }) },
      'TimeToLive cannot be 0 or less than -1.',
    ],
    [
      'negative throughput',
      { reservedThroughput: { read: -1, write: undefined } },
      'Invalid Capacity Unit for UpdateTable: Either read(-1) or write(-1) should be non-negative.',
    ],
    [
      'negative read beside write',
      { reservedThroughput: { read: -1, write: 3 } },
      'The value of read capacity unit can not be less than 0.',
    ],
    [
      'negative write beside read',
      { reservedThroughput: { read: 3, write: -1 } },
      'The value of write capacity unit can not be less then 0.',
    ],
    [
      'throughput past the limit',
      { reservedThroughput: { read: 100_001, write: undefined } },
      'Invalid Capacity Unit:100001 . Capacity Unit must not be greater than 100000.',
    ],
    [
      'an expiration of a disabled stream',
      { streamSpec: { enableStream: false, expirationTime: 24, columnsToGet: [] } },
      'Expiration time is invalid when enableStream is false',
    ],
  ])('%s', async (_what, given, text) => {
    const { engine, update } = await open()
    const before = await describeTable(engine, 'demo', { tableName: 't' })
    await expect(update(given)).rejects.toMatchObject({
      code: 'OTSParameterInvalid',
      message: text,
    })
    expect(await describeTable(engine, 'demo', { tableName: 't' })).toEqual(before)
  })

  it.each([true, false])('updateFullRow %s', async (updateFullRow) => {
    const { update } = await open()
    const refusal = update({ tableOptions: tableOptions({ updateFullRow }) })
    await expect(refusal).rejects.toMatchObject({ code: 'OTSParameterInvalid' })
    await expect(refusal).rejects.toThrow('contain updateFullRow')
  })

  it('a missing table', async () => {
    const { engine } = await open()
    const request = updateTableRequest('none', { tableOptions: tableOptions({ maxVersions: 2 }) })
    await expect(updateTable(engine, 'demo', request)).rejects.toMatchObject({
      code: 'OTSObjectNotExist',
    })
  })

  it('nothing because of the empty options that the Node.js SDK sends beside other changes', async () => {
    const { update } = await open()
    const reply = await update({
      tableOptions: tableOptions(),
      reservedThroughput: { read: 1, write: 1 },
    })
    expect(reply.tableOptions.maxVersions).toBe(3)
  })
})
