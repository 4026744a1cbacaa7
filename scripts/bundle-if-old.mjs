// Bundles everything again if something was built since: a server that is started from the
// bundle is then the build that is tried. Without a newer build it stays, for what runs from it meanwhile.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isOlder } from './lib/is-older.mjs'
import { ROOT, npmRun } from './lib/run-command.mjs'

const packages = join(ROOT, 'packages')
const built = readdirSync(packages).map((name) => join(packages, name, 'dist'))

if (
  isOlder(join(packages, 'cli/bundle/rowhouse.js'), [...built, join(ROOT, 'scripts/bundle.mjs')])
) {
  console.log('── bundle')
  const { isOk } = await npmRun('bundle', [])
  process.exitCode = isOk ? 0 : 1
}
