import { MAX_DEVIATION, type TableShape } from './tables.js'
import type { Key } from './values.js'

/** Table shapes that many tests share; one table each serves a whole run. */
export const plain: TableShape = { key: [['pk', 'STRING']] }

/** Ten versions, any timestamp. */
export const versioned: TableShape = {
  key: [['pk', 'STRING']],
  options: { maxVersions: 10, maxTimeDeviation: MAX_DEVIATION },
}

/** For ranges: a partition of numbered rows per test. */
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
