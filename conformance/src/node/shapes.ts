import { MAX_DEVIATION, type TableShape } from './tables.js'
import type { Key } from './values.js'

/** Table shapes that many tests share; a run has one table of each. */
export const plain: TableShape = { key: [['pk', 'STRING']] }

/** Keeps ten versions and accepts any timestamp. */
export const versioned: TableShape = {
  key: [['pk', 'STRING']],
  options: { maxVersions: 10, maxTimeDeviation: MAX_DEVIATION },
}

/** For ranges: each test has a partition of numbered rows. */
export const numbered: TableShape = {
  key: [
    ['pk', 'STRING'],
    ['n', 'INTEGER'],
  ],
}

export const autoIncrement: TableShape = {
  key: [
    ['pk', 'STRING'],
    ['id', 'INTEGER', 'AUTO_INCREMENT'],
  ],
}

export const pk = (value: string): Key => [['pk', value]]

export const numberedKey = (value: string, n: bigint | number): Key => [
  ['pk', value],
  ['n', BigInt(n)],
]
