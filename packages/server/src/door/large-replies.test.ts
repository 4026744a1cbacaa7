import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { serverLimits } from '../limits.js'
import type { ReplyTarget } from './messages.js'

import {
  contentMd5Of,
  doorsOfTest,
  RawClient,
  requestBytes,
  type StubGate,
} from '../testing/door-fixture.js'
import { tlsCertificate, tlsKey } from '../testing/tls-fixture.js'

const start = doorsOfTest(afterEach)

const LARGE = 20 * serverLimits.REPLY_PIECE_BYTES + 77
/** More than the system buffers for a client that does not read. */
const UNREADABLE = 12 * LARGE

/** No piece is a multiple of this length, so that a piece in the wrong place is noticed. */
const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, at) => at))

const bodyOf = (bytes: number): Buffer => Buffer.alloc(bytes, PATTERN)

interface Ends {
  /** The sizes of the replies that were taken. */
  readonly taken: number[]
  readonly lost: number[]
  /** Resolves when the first reply is taken. */
  readonly first: Promise<void>
}

/** Answers bodies of these sizes, and overwrites their memory as soon as the door says that it is free. */
function answerWith(gate: StubGate, sizes: readonly number[]): Ends {
  let tell = (): void => {}
  const first = new Promise<void>((resolve) => {
    tell = resolve
  })
  const ends: Ends = { taken: [], lost: [], first }
  const left = [...sizes]
  gate.respond = (_call, target) => {
    const body = bodyOf(left.shift() ?? 0)
    target.reply(200, body, (isTaken) => {
      if (isTaken) body.fill(0)
      ends[isTaken ? 'taken' : 'lost'].push(body.length)
      tell()
    })
  }
  return ends
}

describe('a large reply', () => {
  test('arrives whole, even when its memory is reused once it is taken', async () => {
    const { gate, port } = await start()
    const sizes = [
      0,
      100,
      serverLimits.COPIED_REPLY_BYTES_MAX,
      serverLimits.COPIED_REPLY_BYTES_MAX + 1,
    ]
    const piece = serverLimits.REPLY_PIECE_BYTES
    const all = [...sizes, piece - 1, piece, piece + 1, 2 * piece, LARGE]
    const { taken } = answerWith(gate, all)
    const client = new RawClient(port)
    for (const bytes of all) {
      const reply = await client.send(requestBytes()).reply()
      expect(reply.body.equals(bodyOf(bytes))).toBe(true)
      expect(reply.headers.get('x-ots-contentmd5')).toBe(contentMd5Of(bodyOf(bytes)))
    }
    await client.send(requestBytes()).reply()
    expect(taken.slice(0, all.length)).toEqual(all)
  })

  test('is not taken while the client does not read', async () => {
    const { gate, port } = await start()
    const { taken } = answerWith(gate, [UNREADABLE, 5])
    const slow = new RawClient(port)
    slow.socket.pause()
    const asked = new Promise<void>((resolve) => {
      const { respond } = gate
      gate.respond = (call, target) => {
        respond(call, target)
        resolve()
      }
    })
    slow.send(requestBytes())
    await asked
    const other = new RawClient(port)
    expect((await other.send(requestBytes()).reply()).body).toHaveLength(5)
    expect(taken).not.toContain(UNREADABLE)
    slow.socket.destroy()
    other.socket.destroy()
  })

  test('is followed by the reply to a request that came meanwhile', async () => {
    const { gate, port } = await start()
    answerWith(gate, [LARGE, 7, LARGE])
    const client = new RawClient(port)
    client.send(Buffer.concat([requestBytes(), requestBytes(), requestBytes()]))
    expect((await client.reply()).body.equals(bodyOf(LARGE))).toBe(true)
    expect((await client.reply()).body.equals(bodyOf(7))).toBe(true)
    expect((await client.reply()).body.equals(bodyOf(LARGE))).toBe(true)
  })

  test('arrives whole on a connection that closes with it', async () => {
    const { gate, port } = await start()
    answerWith(gate, [LARGE])
    const client = new RawClient(port)
    client.send(requestBytes({ headers: { connection: 'close' } }))
    expect((await client.reply()).body.equals(bodyOf(LARGE))).toBe(true)
    await client.closed()
  })

  test('arrives whole over TLS', async () => {
    const tls = { certificate: tlsCertificate, key: tlsKey }
    const { gate, port } = await start({ tls })
    answerWith(gate, [LARGE])
    const socket = connectTls({ port, host: '127.0.0.1', ca: tlsCertificate })
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(requestBytes({ headers: { connection: 'close' } }))
    await once(socket, 'close')
    const bytes = Buffer.concat(chunks)
    const body = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
    expect(body.equals(bodyOf(LARGE))).toBe(true)
  })

  test('to a client that disconnects leaves nothing behind', async () => {
    const { door, gate, port } = await start()
    const ends = answerWith(gate, [UNREADABLE])
    const client = new RawClient(port)
    client.socket.once('data', () => client.socket.destroy())
    client.send(requestBytes())
    await ends.first
    await door.quiet()
    expect(ends).toMatchObject({ taken: [], lost: [UNREADABLE] })
  })

  test('to a client that disconnected before is over at once, and the engine is told', async () => {
    const { gate, port } = await start()
    const ends: boolean[] = []
    const asked = new Promise<ReplyTarget>((resolve) => {
      gate.respond = (_call, target) => resolve(target)
    })
    const client = new RawClient(port).send(requestBytes())
    const target = await asked
    expect(target.isGone).toBe(false)
    const told = new Promise<void>((resolve) => {
      gate.gone = () => resolve()
    })
    // The end of the stream alone could come from a client that still waits for its reply.
    client.socket.resetAndDestroy()
    await told
    expect(target.isGone).toBe(true)
    const over = new Promise<void>((resolve) => {
      target.reply(200, bodyOf(LARGE), (isTaken) => {
        ends.push(isTaken)
        resolve()
      })
    })
    await over
    expect(ends).toEqual([false])
  })

  test('that is not read is cut with its connection when the engine needs the memory', async () => {
    const { gate, port } = await start()
    const ends = answerWith(gate, [UNREADABLE])
    const client = new RawClient(port)
    client.socket.pause()
    const asked = new Promise<ReplyTarget>((resolve) => {
      const { respond } = gate
      gate.respond = (call, target) => {
        respond(call, target)
        resolve(target)
      }
    })
    client.send(requestBytes())
    const target = await asked
    target.cut?.()
    client.socket.resume()
    await client.closed()
    await ends.first
    expect(ends).toMatchObject({ taken: [], lost: [UNREADABLE] })
  })
})
