import { setImmediate } from 'node:timers/promises'
import { contentMd5, limits } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { ReplyDigests } from './reply-digests.js'

const { REPLY_PIECE_BYTES } = limits

const bodyOf = (bytes: number, first: number): Buffer => {
  const body = Buffer.alloc(bytes, 7)
  body[0] = first
  return body
}

test('sums of any size are those of the whole body', async () => {
  const digests = new ReplyDigests()
  const sizes = [0, 1, REPLY_PIECE_BYTES - 1, REPLY_PIECE_BYTES, REPLY_PIECE_BYTES + 1]
  const bodies = [...sizes, 3 * REPLY_PIECE_BYTES, 3 * REPLY_PIECE_BYTES + 5].map(bodyOf)
  const sums = await Promise.all(
    bodies.map((body) => new Promise<string>((resolve) => digests.sum(body, resolve))),
  )
  expect(sums).toEqual(bodies.map((body) => contentMd5(body)))
})

test('a small body is summed at once, however many large ones wait', () => {
  const digests = new ReplyDigests()
  const done: string[] = []
  digests.sum(bodyOf(4 * REPLY_PIECE_BYTES, 1), () => done.push('large'))
  digests.sum(bodyOf(10, 2), () => done.push('small'))
  expect(done).toEqual(['small'])
})

test('all large bodies together take one piece of a turn', async () => {
  const digests = new ReplyDigests()
  let done = 0
  for (let i = 0; i < 3; i++) digests.sum(bodyOf(2 * REPLY_PIECE_BYTES, i), () => done++)
  const doneAfterTurn: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    await setImmediate()
    doneAfterTurn.push(done)
  }
  expect(doneAfterTurn).toEqual([0, 1, 1, 2, 2, 3])
})
