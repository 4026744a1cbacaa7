// Runs a command, by default in the root of the repository, and shows its output.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { watchSilence } from './watch-silence.mjs'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** How much of the end of an output is kept to find its closing line. */
const TAIL_CHARACTERS = 16_384

/** A command without output for this long hangs. Our commands are silent for a minute at most. */
const SILENCE_MS = 15 * 60_000

const isWindows = process.platform === 'win32'

/**
 * Resolves to whether the command succeeded, and the end of its output, which is shown as it is written,
 * or, with a `titleAtEnd`, as a whole at the end below that title.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ silenceMs?: number, cwd?: string, titleAtEnd?: string }} options
 */
export const runCommand = (
  command,
  args,
  { silenceMs = SILENCE_MS, cwd = ROOT, titleAtEnd } = {},
) =>
  new Promise((resolve) => {
    // Its own process group, so that its children are stopped with it.
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: isWindows,
      detached: !isWindows,
    })
    let tail = ''
    const kept = []
    const show = (stream) => (chunk) => {
      silence.heard()
      if (titleAtEnd !== undefined) kept.push(chunk)
      else stream.write(chunk)
      tail = (tail + chunk.toString('utf8')).slice(-TAIL_CHARACTERS)
    }
    child.stdout.on('data', show(process.stdout))
    child.stderr.on('data', show(process.stderr))
    const stop = () => killGroup(child)
    const silence = watchSilence(silenceMs, () => {
      const seconds = silenceMs / 1000
      console.error(`${command} ${args.join(' ')}: stopped, as it said nothing for ${seconds} s`)
      stop()
    })
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    const end = (isOk) => {
      silence.stop()
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      if (titleAtEnd !== undefined)
        process.stdout.write(Buffer.concat([Buffer.from(titleAtEnd), ...kept]))
      resolve({ isOk, tail })
    }
    child.on('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`)
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })

export const npmRun = (script, args, options) =>
  runCommand('npm', ['run', '--silent', script, '--', ...args], options)

const killGroup = (child) => {
  try {
    if (isWindows) child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
