// Removes everything that the build has made, but no installed packages or data.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/run-command.mjs'

const folders = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name))
for (const folder of [...folders, 'bench', 'conformance', 'faults']) {
  for (const made of ['dist', 'bundle'])
    rmSync(join(ROOT, folder, made), { recursive: true, force: true })
}
