import assert from 'node:assert/strict'
import type { Testing } from '../../harness.js'
import { matchAll, type SdkQuery } from '../../search-shapes.js'
import type { SearchOptions } from '../../search-client.js'
import { invalid, refusedWithPart } from '../../service-error.js'
import type { Row } from '../../values.js'
import type { Indexed } from './fixture.js'
import { byScore } from './sorters.js'

const keysOf = (rows: readonly Row[]): string[] => rows.map(({ key }) => String(key['pk']))

/** The keys that a query finds, in the order of the reply. */
export const found = async (
  t: Testing,
  { table, index }: Indexed,
  asked: SdkQuery = matchAll,
  options: SearchOptions = {},
): Promise<string[]> => {
  const wide = { columns: 'NONE', limit: 100, ...options } as const
  return keysOf((await t.client.search.search(table, index, asked, wide)).rows)
}

/** Expects a query to find these keys, written as one text. */
export const finds = async (
  t: Testing,
  where: Indexed,
  asked: SdkQuery,
  keys: string,
  options: SearchOptions = {},
): Promise<void> => {
  const wanted = keys === '' ? [] : keys.split(' ')
  assert.deepEqual(await found(t, where, asked, options), wanted, JSON.stringify(asked))
}

export const refuses = (
  t: Testing,
  where: Indexed,
  asked: SdkQuery,
  text?: string,
  options: SearchOptions = {},
): Promise<void> => invalid(found(t, where, asked, options), text)

/** For errors whose text ends with a detail of the request. */
export const refusesWithPart = (
  t: Testing,
  where: Indexed,
  asked: SdkQuery,
  part: string,
): Promise<void> => refusedWithPart(found(t, where, asked), 400, 'OTSParameterInvalid', part)

/** Keys and scores, best first. */
export const scored = async (
  t: Testing,
  { table, index }: Indexed,
  asked: SdkQuery,
): Promise<Record<string, number>> => {
  const options = {
    columns: 'NONE',
    limit: 100,
    more: { sort: { sorters: [byScore()] } },
  } as const
  const { rows, hits } = await t.client.search.search(table, index, asked, options)
  // The SDK leaves out a score of 0.
  return Object.fromEntries(keysOf(rows).map((key, i) => [key, hits[i]?.score ?? 0]))
}

const SCORE_ERROR = 1e-5

/** Expects these scores, best first. They are compared as 32-bit floats. */
export const scores = async (
  t: Testing,
  where: Indexed,
  asked: SdkQuery,
  wanted: Readonly<Record<string, number>>,
): Promise<void> => {
  const got = await scored(t, where, asked)
  const told = `${JSON.stringify(got)} for ${JSON.stringify(wanted)}`
  assert.deepEqual(Object.keys(got), Object.keys(wanted), told)
  for (const [key, score] of Object.entries(wanted)) {
    assert.equal(got[key], Math.fround(got[key] ?? 0))
    const error = Math.abs((got[key] ?? Number.NaN) - score)
    assert.ok(error <= SCORE_ERROR * Math.max(1, Math.abs(score)), told)
  }
}
