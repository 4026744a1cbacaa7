import { type InstanceCommand, type InstanceResult, instanceResult } from '@rowhouse/server'
import { expectDefined } from '@rowhouse/platform'
import type { ConsoleServer } from './serve-console.js'

/** Runs a command on instances as the operator's page does, without a browser. */
export async function runAsOperator(
  { url, adminSecret }: Pick<ConsoleServer, 'url' | 'adminSecret'>,
  command: InstanceCommand,
): Promise<InstanceResult> {
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const sent = { 'content-type': 'application/json', ...headers }
    const address = new URL(`api/${path}`, url)
    const reply = await fetch(address, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply
  }
  const signedIn = await post('sign-in', { kind: 'operator', secret: adminSecret }, {})
  const [cookie] = signedIn.headers.getSetCookie()
  const token = /"csrf":"([^"]+)"/.exec(await signedIn.text())?.[1]
  const session = {
    cookie: expectDefined(cookie?.split(';')[0], 'the sign-in begins a session'),
    'x-rowhouse-csrf': expectDefined(token, 'the session has a token'),
  }
  const reply = await post('instances', command, session)
  return instanceResult.parse(await reply.json())
}

/** A new access key of an instance, which the operator makes. */
export async function makeAccessKey(
  server: Pick<ConsoleServer, 'url' | 'adminSecret'>,
  name: string,
  access: 'read-write' | 'read-only',
): Promise<{ readonly id: string; readonly secret: string }> {
  const { key } = await runAsOperator(server, { action: 'add-key', name, access })
  return expectDefined(key, 'the command makes a key')
}
