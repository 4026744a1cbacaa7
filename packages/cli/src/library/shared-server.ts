import { ControlError } from './ask-control.js'
import { connectServer } from './connect-server.js'
import type { ServerAddress, TestInstance } from './test-server.js'

/** The environment variable with the address of the shared server. */
export const SHARED_SERVER = 'ROWHOUSE_TEST_SERVER'

/** The shared server; undefined if there is none. */
export function sharedServer(): TestInstance | undefined {
  const text = process.env[SHARED_SERVER]
  return text === undefined ? undefined : connectServer(parseAddress(text))
}

function parseAddress(text: string): ServerAddress {
  const { endpoint, instance, accessKey, control } = membersOf(JSON.parse(text))
  const { id, secret } = membersOf(accessKey)
  const { port, secret: controlSecret } = membersOf(control)
  return {
    endpoint: String(endpoint),
    instance: String(instance),
    accessKey: { id: String(id), secret: String(secret) },
    control: { port: Number(port), secret: String(controlSecret) },
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return { ...value }
  throw new ControlError(`${SHARED_SERVER} does not say where the server is`)
}
