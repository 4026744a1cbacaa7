import { setImmediate } from 'node:timers/promises'
import { WorkTurns } from '@rowhouse/platform'
import { bulkExport, getRange } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { encodePage } from './encode-page.js'
import { serverLimits } from './limits.js'

const PIECES = 5
const page = {
  rows: Buffer.alloc(PIECES * serverLimits.REPLY_PIECE_BYTES, 'rows of a page'),
  nextStartPrimaryKey: Buffer.from('next'),
  dataBlockType: 'DBT_PLAIN_BUFFER',
} as const

/** Each turn has time for one step, because the clock moves whenever it is read. */
const oneStepTurns = (): WorkTurns => {
  let now = 0
  return new WorkTurns({ now: () => now, monotonic: () => now++ }, 1)
}

test('a large page is copied into its reply in turns, and its memory is free after the last', async () => {
  const freed: string[] = []
  const encoded = (): void => {
    freed.push('freed')
  }
  const reply = { ...page, consumed: { read: 1, write: 0 }, encoded }
  const encoding = encodePage(getRange, reply, oneStepTurns())
  let turns = 0
  for (; freed.length === 0; turns++) await setImmediate()
  expect(turns).toBeGreaterThanOrEqual(PIECES - 1)
  expect(await encoding).toEqual(getRange.encodeReply({ ...reply, encoded: () => {} }))
  expect(freed).toEqual(['freed'])
})

test('a page of BulkExport is copied likewise', async () => {
  const reply = { ...page, consumed: { readBytes: 1, writeBytes: 0 } }
  expect(await encodePage(bulkExport, reply, oneStepTurns())).toEqual(bulkExport.encodeReply(reply))
})
