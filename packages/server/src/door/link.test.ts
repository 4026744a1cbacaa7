import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import type { ReplyTarget } from './messages.js'
import { StubGate } from '../testing/door-fixture.js'
import { LinkGate } from './link-gate.js'
import { LinkHost } from './link-host.js'
import type { FromDoor, ToDoor } from './link-messages.js'

const close: (() => void)[] = []
afterEach(() => {
  for (const end of close.splice(0)) end()
})

/** A door's gate and the engine's, with a real channel between them. */
const openLink = () => {
  const { port1: door, port2: host } = new MessageChannel()
  const engine = new StubGate()
  const gate = new LinkGate(door, 1_000)
  const link = new LinkHost(engine, host)
  const batches: number[] = []
  host.on('message', (message: FromDoor) => {
    if (message.kind === 'calls') {
      batches.push(message.ids.length)
      link.take(message)
    } else if (message.kind === 'page') link.page(message.id, message.page)
    else if (message.kind === 'gone') link.gone(message.id)
    else if (message.kind === 'over') link.over(message.id)
    else if (message.kind === 'refusals') message.refusals.forEach((each) => engine.refused(each))
  })
  door.on('message', (message: ToDoor) => {
    if (message.kind === 'replies') gate.answer(message)
    else if (message.kind === 'cut') gate.cut(message.id)
  })
  close.push(() => door.close())
  return { gate, engine, host, batches }
}

const call = (body: Buffer) => ({
  requestId: 'request',
  instance: 'inst',
  keyId: 'testId',
  operation: 'GetRow',
  body,
  authentication: 2,
  waitsForIndex: body.length % 2 === 1,
  sentAt: 5,
})

const ask = (gate: LinkGate, body: Buffer): Promise<string> =>
  new Promise((resolve) => {
    gate.submit(call(body), {
      reply: (status, reply) => resolve(`${status} ${reply.length} ${reply[0]}`),
    })
  })

test('every call gets its own reply, in whatever order replies come', async () => {
  const { gate, engine, batches } = openLink()
  const waiting: (() => void)[] = []
  engine.respond = ({ body }, target) => {
    waiting.push(() => target.reply(200 + (body[0] ?? 0), Buffer.from(body)))
    if (waiting.length === 4) for (const answer of waiting.reverse()) answer()
  }
  const sizes = [1, 100, 40_000, 5_000_000]
  const answers = sizes.map((size, index) => ask(gate, Buffer.alloc(size, index)))
  expect(await Promise.all(answers)).toEqual(
    sizes.map((size, index) => `${200 + index} ${size} ${index}`),
  )
  expect(batches).toEqual([4])
})

test('calls arrive whole, with their time converted to the clock of the engine', async () => {
  const { gate, engine } = openLink()
  await ask(gate, Buffer.from('body'))
  expect(engine.calls).toEqual([{ ...call(Buffer.from('body')), sentAt: 1_005 }])
})

test('calls keep their trace', async () => {
  const { gate, engine } = openLink()
  const submit = (traceParent: string | undefined): Promise<number> =>
    new Promise((resolve) => {
      gate.submit({ ...call(Buffer.alloc(1)), traceParent }, { reply: resolve })
    })
  await Promise.all([submit(undefined), submit('00-trace')])
  await submit(undefined)
  expect(engine.calls.map(({ traceParent }) => traceParent)).toEqual([
    undefined,
    '00-trace',
    undefined,
  ])
})

test('pages and refusals are passed on', async () => {
  const { gate, engine, host } = openLink()
  const page = await new Promise((resolve) => {
    gate.page('ready', { reply: (_status, body) => resolve(body.toString()) })
  })
  expect(page).toBe('page ready')
  const refusal = {
    requestId: 'r',
    operation: 'GetRow',
    code: 'OTSAuthFailed',
    tolerated: false,
    message: 'why',
  }
  gate.refused(refusal)
  gate.refused(refusal)
  await once(host, 'message')
  expect(engine.refusals).toEqual([refusal, refusal])
})

test('the engine is told of a client that disconnects before its reply', async () => {
  const { gate, engine, host } = openLink()
  const asked = new Promise<ReplyTarget>((resolve) => {
    engine.respond = (_call, target) => resolve(target)
  })
  const client: ReplyTarget = { reply: () => {} }
  gate.submit(call(Buffer.alloc(1)), client)
  const target = await asked
  expect(target.isGone).toBe(false)
  gate.gone(client)
  await once(host, 'message')
  expect(target.isGone).toBe(true)
})

test('a counted reply can be cut, and the engine is told when it is over', async () => {
  const { gate, engine } = openLink()
  const events: string[] = []
  const over = new Promise<void>((resolve) => {
    engine.respond = (_call, target) => {
      target.reply(200, Buffer.alloc(50_000), (isTaken) => {
        events.push(`over ${isTaken}`)
        resolve()
      })
      setImmediate(() => target.cut?.())
    }
  })
  let ended: ((isTaken: boolean) => void) | undefined
  gate.submit(call(Buffer.alloc(1)), {
    reply: (_status, body, ends) => {
      events.push(`reply ${body.length}`)
      ended = ends
    },
    cut: () => {
      events.push('cut')
      ended?.(false)
    },
  })
  await over
  expect(events).toEqual(['reply 50000', 'cut', 'over false'])
})

test('other replies are over when they are sent', async () => {
  const { gate, engine } = openLink()
  engine.respond = (_call, target) => target.reply(200, Buffer.alloc(1))
  const hasOver = await new Promise((resolve) => {
    gate.submit(call(Buffer.alloc(1)), { reply: (_status, _body, over) => resolve(over) })
  })
  expect(hasOver).toBeUndefined()
})
