import { parseArgs } from 'node:util'
import { readCommandLine } from '@rowhouse/platform/testing'
import { explainFailure, runCounted, wholeNumber } from '../run-counted.js'
import type { MachineStoreKind } from './machine-store.js'
import { powerCutRun } from './power-cut-run.js'

const USAGE = `npm run power-cuts -- [--store lsm|memory] CUTS [FIRST-SEED]
A failure prints the command that repeats it. Without a store it is the own store in every second run.`
const CUTS = 2000

function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { store: { type: 'string' } },
  })
  const [cutsText, seedText] = positionals
  const cuts = wholeNumber(cutsText, CUTS)
  const firstSeed = wholeNumber(seedText, Math.floor(Math.random() * 2 ** 31))
  const isOne = seedText !== undefined && cutsText === '1'
  return { store: storeNamed(values.store), cuts, firstSeed, isOne }
}

const main = async (): Promise<void> => {
  const { store: wanted, cuts, firstSeed, isOne } = readCommandLine(USAGE, readOptions)
  const done = { cuts: 0, verified: 0, histories: 0, runs: 0 }
  console.log(`${cuts} power cuts, seeds from ${firstSeed}`)
  await runCounted(
    () => (isOne ? done.runs === 0 : done.cuts < cuts),
    async () => {
      const seed = (firstSeed + done.runs++) >>> 0
      const store = wanted ?? (seed % 2 === 0 ? 'lsm' : 'memory')
      try {
        const figures = await powerCutRun(seed, store)
        done.cuts += figures.cuts
        done.verified += figures.verified
        done.histories += figures.histories
      } catch (error) {
        throw explainFailure(error, `npm run power-cuts -- --store ${store} 1 ${seed}`)
      }
    },
    () => `${done.cuts} cuts, ${done.verified} writes verified, ${done.histories} histories`,
  )
}

function storeNamed(name: string | undefined): MachineStoreKind | undefined {
  if (name === undefined || name === 'lsm' || name === 'memory') return name
  throw new Error(`no such store: ${name}`)
}

await main()
