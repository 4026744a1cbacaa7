// `npm run unit:new-seed -- [files]`: runs the unit tests from a new random seed.
import { randomInt } from 'node:crypto'
import { npmRun } from './lib/run-command.mjs'

const seed = String(randomInt(2 ** 31))
const command = `ROWHOUSE_TEST_SEED=${seed} npm run unit`
console.log(`again with the same seed: ${command}`)
process.env['ROWHOUSE_TEST_SEED'] = seed
const { isOk } = await npmRun('unit', process.argv.slice(2))
if (!isOk) {
  console.error(`failed; again with the same seed: ${command}`)
  process.exitCode = 1
}
