import { setImmediate } from 'node:timers/promises'
import { WorkTurns } from '@rowhouse/platform'
import { contentMd5 } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { serverLimits } from '../limits.js'
import { ReplyDigests } from './reply-digests.js'

const { DIGEST_PIECE_BYTES } = serverLimits

/** Each of these turns has time for one step, because the clock moves whenever it is read. */
const onePieceTurns = (): WorkTurns => {
  let now = 0
  return new WorkTurns({ now: () => now, monotonic: () => now++ }, 1)
}

const bodyOf = (bytes: number, first: number): Buffer => {
  const body = Buffer.alloc(bytes, 7)
  body[0] = first
  return body
}

test('digests of bodies of any size are those of the whole body', async () => {
  const digests = new ReplyDigests(onePieceTurns())
  const sizes = [0, 1, DIGEST_PIECE_BYTES - 1, DIGEST_PIECE_BYTES, DIGEST_PIECE_BYTES + 1]
  const bodies = [...sizes, 3 * DIGEST_PIECE_BYTES, 3 * DIGEST_PIECE_BYTES + 5].map(bodyOf)
  const sums = await Promise.all(
    bodies.map((body) => new Promise<string>((resolve) => digests.sum(body, resolve))),
  )
  expect(sums).toEqual(bodies.map((body) => contentMd5(body)))
})

test('a small body is summed at once, however many large ones wait', () => {
  const digests = new ReplyDigests(onePieceTurns())
  const done: string[] = []
  digests.sum(bodyOf(4 * DIGEST_PIECE_BYTES, 1), () => done.push('large'))
  digests.sum(bodyOf(10, 2), () => done.push('small'))
  expect(done).toEqual(['small'])
})

test('all large bodies together share the budget of a turn', async () => {
  const digests = new ReplyDigests(onePieceTurns())
  let done = 0
  for (let i = 0; i < 3; i++) digests.sum(bodyOf(2 * DIGEST_PIECE_BYTES, i), () => done++)
  const doneAfterTurn: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    await setImmediate()
    doneAfterTurn.push(done)
  }
  // The first piece was summed before the first turn.
  expect(doneAfterTurn).toEqual([1, 1, 2, 2, 3, 3])
})

test('large bodies wait for other long work of the turn', async () => {
  const turns = onePieceTurns()
  const digests = new ReplyDigests(turns)
  let steps = 0
  const working = turns.large.run(() => ++steps === 4)
  const summed = new Promise((resolve) => digests.sum(bodyOf(3 * DIGEST_PIECE_BYTES, 0), resolve))
  const stepsBefore = steps
  await summed
  expect([stepsBefore, steps]).toEqual([1, 1])
  await working
})
