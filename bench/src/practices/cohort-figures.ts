import { figure } from '../report/text-table.js'
import type { KeyPattern } from '../throttle/key-patterns.js'
import { createPatternTable } from '../throttle/pattern-table.js'
import { writePattern } from '../throttle/write-pattern.js'
import { markdownTable } from './markdown-table.js'
import { withPracticeServer } from './practice-server.js'

/** Cards of ten years of enrolment, in the order of their numbers; six years have graduated. */
const COHORTS = 10
const GRADUATED = 6
const CARDS = 10_000
const RESERVED = 1000
const TIMES = { warmUpSeconds: 3, seconds: 5 }

/** Where the tables are cut, in cohorts from the first. */
const TABLES = [
  {
    name: 'one_table',
    description: 'one table; years of load have given every cohort a partition',
    cuts: Array.from({ length: COHORTS - 1 }, (_, nth) => nth + 1),
  },
  {
    name: 'merged',
    description: 'the same, its six cold partitions merged into one',
    cuts: Array.from({ length: COHORTS - GRADUATED }, (_, nth) => GRADUATED + nth),
  },
  {
    name: 'month',
    description: 'the table of this month, whose load has cut it where the cards are',
    cuts: Array.from(
      { length: COHORTS - 1 },
      (_, nth) => GRADUATED + ((nth + 1) * (COHORTS - GRADUATED)) / COHORTS,
    ),
  },
] as const

/** What cold keys waste: one table for ever against a table a month. */
export function measureCohorts(): Promise<string> {
  return withPracticeServer(['--ephemeral', '--throttle=partitions'], async ({ endpoint }) => {
    const measured = TABLES.map(async ({ name, description, cuts }) => {
      const pattern = patternOf(name, description, cuts)
      const partitions = cuts.length + 1
      await createPatternTable(endpoint, pattern, { partitions, reservedWrites: RESERVED })
      const { rowsPerSecond } = await writePattern(endpoint, pattern, TIMES)
      const needed = (RESERVED * RESERVED) / rowsPerSecond
      const share = `${((rowsPerSecond / RESERVED) * 100).toFixed(0)} %`
      return [description, String(partitions), figure(rowsPerSecond), share, figure(needed)]
    })
    const header = ['table', 'partitions', 'rows/s', 'of 1,000 units', 'units for 1,000 rows/s']
    return markdownTable(header, await Promise.all(measured))
  })
}

/** Only cards of cohorts that still study are used, one as often as the other. */
const patternOf = (name: string, description: string, cuts: readonly number[]): KeyPattern => ({
  name: `cohort_${name}`,
  description,
  keyOf: (nth) => {
    const active = (COHORTS - GRADUATED) * CARDS
    return cardOf(GRADUATED * CARDS + ((nth * 7919) % active))
  },
  splitAt: (part) => cardOf(Math.round((cuts[part - 1] ?? 0) * CARDS)),
})

const cardOf = (number: number): string => String(number).padStart(7, '0')
