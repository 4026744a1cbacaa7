import { mkdirSync } from 'node:fs'
import { ordersSample } from '@rowhouse/demos'
import { readOptions } from '../read-options.js'
import { machineFacts } from '../report/machine.js'
import { type MeasureOptions, measureSetup } from './measure/measure-setup.js'
import { makeScratchFolder } from './processes/scratch-folder.js'
import { deskQuestions, tallyTrials } from './questions/desk-trials.js'
import {
  type NamedFigures,
  criteriaTable,
  questionTable,
  stepsList,
} from './report/setup-tables.js'
import { type NamedSetup, type SetupOptions, parseSetupOptions } from './setup-options.js'

/** `npm run bench:setups -- --orders N`: the traditional set-ups beside Rowhouse, one after the other. */
async function main(): Promise<void> {
  const options = readOptions('bench:setups', 'bench/setups.md', parseSetupOptions)
  const { orders, sets, setups, cacheMb } = options
  const source = ordersSample({ seed: 1, rows: orders })
  const questions = deskQuestions(source, sets)
  console.error(`answers of the generator: ${orders} orders`)
  tallyTrials(source, questions)
  const measured: NamedFigures[] = []
  for (const setup of setups) {
    const tell = (text: string): void => console.error(`${setup.name}: ${text}`)
    const found = await measureOne(setup, options, { source, questions, tell })
    if (typeof found === 'string') console.log(`${setup.name} is left out: ${found}`)
    else measured.push({ ...found, name: setup.name })
  }
  const { cpu, cores, memoryGb, date, commit } = machineFacts()
  console.log(`\n${orders.toLocaleString('en-US')} orders, ${sets + 1} sets of parameters for each`)
  console.log(`question, ${cacheMb} MB of caches; ${cores} cores of ${cpu}, ${memoryGb} GB,`)
  console.log(`${date.slice(0, 10)}, ${commit}\n`)
  console.log(questionTable(measured))
  console.log(`\n${criteriaTable(measured)}`)
  console.log(`\nSteps:\n\n${stepsList(measured)}`)
}

type Measured = Omit<NamedFigures, 'name'>

/** A set-up that fails must not lose the figures of the others. */
async function measureOne(
  { start }: NamedSetup,
  options: SetupOptions,
  parts: Omit<MeasureOptions, 'scratch'>,
): Promise<Measured | string> {
  mkdirSync(options.software, { recursive: true })
  const { path: scratch, remove } = makeScratchFolder(options.scratch)
  try {
    const setup = await start({ ...options, scratch, asOf: parts.source.asOf })
    if (typeof setup === 'string') return setup
    try {
      return await measureSetup(setup, { ...parts, scratch })
    } finally {
      await setup.stop()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await remove()
  }
}

await main()
