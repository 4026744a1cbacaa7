const USUAL = '20260101'

/**
 * The seed of random tests. It is always the same, so that luck does not decide whether a change passes;
 * `npm run unit:new-seed` tries others.
 */
export function testSeed(): number {
  const seed = Number(process.env['ROWHOUSE_TEST_SEED'] ?? USUAL)
  if (!Number.isInteger(seed) || seed < 0) throw new Error('ROWHOUSE_TEST_SEED is a whole number')
  return seed
}
