// `npm start`: checks the port, installs and builds what is missing, then serves a data folder with a demo
// instance. It uses only Node.js built-ins, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { installIfNeeded } from './install-if-needed.mjs'
import { endWithParent } from './lib/end-with-parent.mjs'
import { lookAtPort } from './lib/look-at-port.mjs'
import { ROOT, runCommand } from './lib/run-command.mjs'

const given = process.argv.slice(2)
const program = join(ROOT, 'packages/cli/bin/rowhouse.cjs')

/** The newest change under a path, in milliseconds; 0 when there is nothing. */
const newestChange = (path) => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}

/** Everything that goes into the bundle. */
const sources = () =>
  readdirSync(join(ROOT, 'packages'))
    .flatMap((name) => [join('packages', name, 'src'), join('packages', name, 'package.json')])
    .concat('packages/console/index.html')
    .concat(
      'scripts/bundle.mjs',
      'scripts/bundle-console.mjs',
      'tsconfig.base.json',
      'package-lock.json',
    )
    .map((path) => join(ROOT, path))

const buildIfNeeded = async () => {
  const built = statSync(join(ROOT, 'packages/cli/bundle/rowhouse.js'), { throwIfNoEntry: false })
  const isFresh =
    built !== undefined && sources().every((path) => newestChange(path) < built.mtimeMs)
  if (isFresh) return
  console.log('── build')
  // Builds only the program, without suites and benchmarks.
  for (const args of [
    ['node_modules/typescript/bin/tsc', '-b', 'packages/cli', 'packages/console'],
    ['scripts/bundle.mjs'],
    ['scripts/bundle-console.mjs'],
  ]) {
    const { isOk } = await runCommand(process.execPath, args)
    if (!isOk) throw new Error('the build failed')
  }
}

/** Given arguments come last, so that they win: `npm start -- --port 9000`. */
const serve = () => {
  const place = ['--data', join(ROOT, 'data')]
  const args = ['serve', '--demo', ...place, '--log-level', 'warn', '--exit-with-parent']
  // The environment of the systemd unit and the image.
  const memory = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '8388608' }
  const server = spawn(process.execPath, [program, ...args, ...given], {
    stdio: 'inherit',
    env: { ...memory, ...process.env },
  })
  // This process waits for the server to end. The server may get the terminal's signal as well.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 0 : 1)
  })
}

const refuseTakenPort = async () => {
  const reason = given.includes('--help') ? undefined : await lookAtPort(given, process.env)
  if (reason !== undefined) throw new Error(reason)
}

endWithParent()
try {
  await refuseTakenPort()
  await installIfNeeded()
  await buildIfNeeded()
  serve()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
