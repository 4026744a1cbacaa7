import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type ChildServer, startChildServer } from './child-server.js'

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export function startEcho(): Promise<ChildServer> {
  return startChildServer([fileOf('./echo-server.js')], { channel: true })
}

/** Sets how many bytes the echo server answers. */
export async function configureEcho(echo: ChildServer, replyBytes: number): Promise<void> {
  const configured = once(echo.process, 'message')
  echo.process.send(replyBytes)
  await configured
}

export function startDynalite(folder: string): Promise<ChildServer> {
  return startChildServer([fileOf('./dynalite-server.js'), folder], { channel: true })
}
