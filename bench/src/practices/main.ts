import { parseArgs } from 'node:util'
import { readOptions } from '../read-options.js'
import { positive } from '../options.js'
import { seededRandom } from '../rows/random.js'
import { measureCohorts } from './cohort-figures.js'
import { measureImports } from './import-figures.js'
import { measureKeys } from './key-figures.js'
import { measureProducts } from './product-figures.js'

/** Prints the tables of docs/best-practices.md, measured anew. */
async function main(): Promise<void> {
  const { values } = readOptions('bench:practices', 'docs/best-practices.md', (args) =>
    parseArgs({
      args,
      options: { seed: { type: 'string', default: '1' }, only: { type: 'string' } },
    }),
  )
  const seed = positive('seed', values.seed)
  const parts: Readonly<Record<string, () => Promise<string>>> = {
    keys: () => measureKeys(seed),
    imports: measureImports,
    cohorts: measureCohorts,
    products: () => measureProducts(seededRandom(seed)),
  }
  const { only } = values
  if (only !== undefined && !Object.hasOwn(parts, only))
    throw new Error(`--only takes ${Object.keys(parts).join(', ')}`)
  for (const [name, measure] of Object.entries(parts))
    if (only === undefined || only === name) console.log(`${await measure()}\n`)
}

await main()
