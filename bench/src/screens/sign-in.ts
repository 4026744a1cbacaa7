import { GateClient } from '@rowhouse/console/page-asks'

interface Key {
  readonly instance: string
  readonly keyId: string
  readonly secret: string
}

/**
 * Signs in at the console's port, and keeps the cookie as a browser would. A request that is not answered
 * within `limitMs` fails.
 */
export async function signIn(url: string, key: Key, limitMs: number): Promise<GateClient> {
  let cookie = ''
  const onSessionEnd = (): never => {
    throw new Error('the session has ended')
  }
  const gate = new GateClient(onSessionEnd, {
    base: () => url,
    isAway: () => false,
    fetch: async (to, init) => {
      const headers = new Headers(init.headers)
      if (cookie !== '') headers.set('cookie', cookie)
      const signal = AbortSignal.timeout(limitMs)
      const reply = await fetch(to, { ...init, headers, signal })
      const [given] = reply.headers.getSetCookie()
      if (given !== undefined) [cookie = ''] = given.split(';')
      return reply
    },
  })
  await gate.signIn({ kind: 'key', ...key })
  return gate
}
