import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ControlError } from './library/ask-control.js'
import type { StartPlan } from './library/start-options.js'
import type { Started } from './library/start-test-server.js'

/** The program is in the folder beside the one that has this file, bundled or not. */
const PROGRAM = fileURLToPath(new URL('../bin/rowhouse.cjs', import.meta.url))

/** Starts `rowhouse serve` as a child that ends with this process. */
export async function startChild({ settings }: StartPlan): Promise<Started> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { ...ownEnvironment(), ...variablesOf({ ...settings, exitWithParent: 'true' }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { endpoint, control } = await readyLine(child)
  // The child does not keep this process alive, and ends with it.
  child.unref()
  if (child.stdout instanceof Socket) child.stdout.unref()
  return { endpoint, control, close: () => end(child) }
}

/** Environment variables of the machine must not have an effect. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ROWHOUSE_')))

/** Settings are passed as variables, because other users of the machine can see options with the secret. */
const variablesOf = (settings: StartPlan['settings']): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `ROWHOUSE_${name.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase()}`,
      value,
    ]),
  )

async function readyLine(child: ChildProcess): Promise<Omit<Started, 'close'>> {
  if (child.stdout === null) throw new ControlError('the server has no output')
  const lines = createInterface(child.stdout)
  const ended = once(child, 'close').then(() => {
    throw new ControlError('the server ended before it was ready; its last words are above')
  })
  const line = await Promise.race([once(lines, 'line'), ended])
  ended.catch(() => {})
  return parseReady(String(line[0]))
}

function parseReady(line: string): Omit<Started, 'close'> {
  const ready: unknown = JSON.parse(line)
  if (typeof ready === 'object' && ready !== null && 'endpoint' in ready && 'control' in ready) {
    const { endpoint, control } = ready
    if (
      typeof control === 'object' &&
      control !== null &&
      'port' in control &&
      'secret' in control
    ) {
      const { port, secret } = control
      return { endpoint: String(endpoint), control: { port: Number(port), secret: String(secret) } }
    }
  }
  throw new ControlError(`the server does not say where it is: ${line}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.ref()
  child.kill('SIGTERM')
  await closed
}
