import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporary-folder.js'

const PROGRAM = `
import { parseArgs } from 'node:util'
import { readCommandLine } from '${new URL('../../dist/testing/command-line.js', import.meta.url).href}'
const options = { rows: { type: 'string' } }
const { values } = readCommandLine('usage: [--rows N]', (args) => parseArgs({ args, options }))
console.log(values.rows)
`

test.each([
  [['--rows', '7'], 0, '7\n', /^$/],
  [['--help'], 0, 'usage: [--rows N]\n', /^$/],
  [['--what'], 2, '', /^error: Unknown option '--what'[^\n]*\n$/],
])('%j ends with %d', async (args, code, stdout, stderr) => {
  const folder = await temporaryFolder()
  try {
    const program = join(folder.path, 'program.mjs')
    writeFileSync(program, PROGRAM)
    const ended = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
    expect(ended).toMatchObject({ status: code, stdout })
    expect(ended.stderr).toMatch(stderr)
  } finally {
    await folder.remove()
  }
})
