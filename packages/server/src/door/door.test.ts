import { afterEach, describe, expect, test } from 'vitest'
import {
  describeError,
  doorsOfTest,
  exchange,
  RawClient,
  requestBytes,
} from '../testing/door-fixture.js'

const start = doorsOfTest(afterEach)

describe('the door itself', () => {
  test('serves its pages by GET', async () => {
    const { port } = await start()
    const page = async (path: string): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${port}/${path}`)
      return `${response.status} ${await response.text()}`
    }
    expect(await page('healthz')).toBe('200 ok\n')
    expect(await page('readyz')).toBe('200 page ready')
    expect(await page('metrics')).toBe('200 page metrics')
  })

  test('shows a browser what it is', async () => {
    const { port } = await start()
    const response = await fetch(`http://127.0.0.1:${port}/`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('speaks the Tablestore wire protocol')
  })

  test.each(['', 'healthz', 'readyz', 'metrics'])('answers HEAD of /%s', async (path) => {
    const { port } = await start()
    const url = `http://127.0.0.1:${port}/${path}`
    const [head, whole] = await Promise.all([fetch(url, { method: 'HEAD' }), fetch(url)])
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    for (const name of ['content-type', 'content-length'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
  })

  test('uses new credentials at once', async () => {
    const { door, port } = await start()
    door.setInstances([])
    expect(describeError(await exchange(port))).toBe(
      '403 OTSAuthFailed The AccessKeyID does not exist.',
    )
  })

  test('answers requests in flight before it closes', async () => {
    const { door, gate, port } = await start()
    const called = new Promise<() => void>((resolve) => {
      gate.respond = (_call, target) => resolve(() => target.reply(200, Buffer.from('late')))
    })
    const client = new RawClient(port).send(requestBytes())
    const answer = await called
    const drained = door.drain(5_000)
    answer()
    const reply = await client.reply()
    expect(reply.body.toString()).toBe('late')
    expect(reply.headers.get('connection')).toBe('close')
    await drained
    await client.closed()
  })

  test('answers an internal error without its message', async () => {
    const { gate, port } = await start()
    gate.respond = () => {
      throw new Error('the secret reason')
    }
    const reply = await exchange(port)
    expect(describeError(reply)).toBe('500 OTSInternalServerError Internal server error.')
    expect(gate.refusals).toMatchObject([{ code: 'OTSInternalServerError' }])
    expect(gate.refusals[0]?.message).toContain('the secret reason')
  })
})

test('closing does not wait for ever for a reply that never comes', async () => {
  const { door, gate, port } = await start()
  const called = new Promise<void>((resolve) => {
    gate.respond = () => resolve()
  })
  const client = new RawClient(port).send(requestBytes())
  await called
  await door.drain(10)
  await client.closed()
})
