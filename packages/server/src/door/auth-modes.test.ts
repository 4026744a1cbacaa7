import { afterEach, describe, expect, test } from 'vitest'
import {
  describeError,
  doorsOfTest,
  EMPTY_MD5,
  exchange,
  expectedAuthorization,
  SECRET,
} from '../testing/door-fixture.js'

const start = doorsOfTest(afterEach)

describe('--auth', () => {
  const clockSkew = 15 * 60_000

  test('off serves every request that names a known instance', async () => {
    const { gate, port } = await start({ policy: { mode: 'off', clockSkew } })
    const bare = {
      'x-ots-date': undefined,
      'x-ots-apiversion': undefined,
      'x-ots-accesskeyid': undefined,
      'x-ots-contentmd5': undefined,
      'x-ots-signature': undefined,
    }
    expect((await exchange(port, { headers: bare })).status).toBe(200)
    expect(gate.calls).toHaveLength(1)
    const nowhere = { ...bare, 'x-ots-instancename': 'nowhere' }
    expect(describeError(await exchange(port, { headers: nowhere }))).toBe(
      '403 OTSAuthFailed The instance is not found.',
    )
    const nameless = { ...bare, 'x-ots-instancename': undefined }
    expect(describeError(await exchange(port, { headers: nameless }))).toBe(
      '400 OTSParameterInvalid Missing header: x-ots-instancename.',
    )
  })

  test('off signs replies when the key is known', async () => {
    const { port } = await start({ policy: { mode: 'off', clockSkew } })
    const reply = await exchange(port, { secret: 'wrong' })
    expect(reply.headers.get('authorization')).toBe(
      expectedAuthorization(reply, 'GetRow', 'testId', SECRET),
    )
  })

  test('warn lets requests pass and reports them', async () => {
    const { gate, port } = await start({ policy: { mode: 'warn', clockSkew } })
    expect((await exchange(port, { secret: 'wrong' })).status).toBe(200)
    expect((await exchange(port)).status).toBe(200)
    expect(gate.refusals).toMatchObject([{ tolerated: true, message: 'Signature mismatch.' }])
  })

  test('a body that does not match its MD5 is refused in every mode', async () => {
    for (const mode of ['off', 'warn', 'enforce'] as const) {
      const { port } = await start({ policy: { mode, clockSkew } })
      const signed = { 'x-ots-contentmd5': EMPTY_MD5 }
      expect((await exchange(port, { body: Buffer.from('x'), signed })).status).toBe(403)
    }
  })
})
