// Compiles the suites, then runs them: see README.md.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const require = createRequire(import.meta.url)
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
const compiled = spawnSync(process.execPath, [compiler, '-b', here], { stdio: 'inherit' })
if (compiled.status !== 0) process.exit(compiled.status ?? 1)

const { main } = await import('./dist/runner/main.js')
process.exit(await main(process.argv.slice(2)))
