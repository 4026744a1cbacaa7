const USUAL = '20260101'

/**
 * What random tests start from. The same every time, so that a change is judged by what it does and not by
 * luck; `npm run unit:new-seed` looks further.
 */
export function testSeed(): number {
  const seed = Number(process.env['ROWHOUSE_TEST_SEED'] ?? USUAL)
  if (!Number.isInteger(seed) || seed < 0) throw new Error('ROWHOUSE_TEST_SEED is a whole number')
  return seed
}
