// Runs a command in the root of the repository and shows its output while it comes.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Enough of the end of an output to find its closing line. */
const TAIL_CHARACTERS = 16_384

const isWindows = process.platform === 'win32'

/** Resolves to whether it ended well, and the end of its output. */
export const runCommand = (command, args, minutes) =>
  new Promise((resolve) => {
    // A group of its own, so that at the time limit whatever it started ends with it.
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: isWindows,
      detached: !isWindows,
    })
    let tail = ''
    const show = (stream) => (chunk) => {
      stream.write(chunk)
      tail = (tail + chunk.toString('utf8')).slice(-TAIL_CHARACTERS)
    }
    child.stdout.on('data', show(process.stdout))
    child.stderr.on('data', show(process.stderr))
    const stop = () => killGroup(child)
    const timer = setTimeout(() => {
      console.error(`${command} ${args.join(' ')}: stopped after ${minutes} minutes`)
      stop()
    }, minutes * 60_000)
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    const end = (isOk) => {
      clearTimeout(timer)
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve({ isOk, tail })
    }
    child.on('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`)
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })

export const npmRun = (script, args, minutes) =>
  runCommand('npm', ['run', '--silent', script, '--', ...args], minutes)

const killGroup = (child) => {
  try {
    if (isWindows) child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
