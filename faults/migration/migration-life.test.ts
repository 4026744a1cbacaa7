import { fileURLToPath } from 'node:url'
import { seededRandom } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { MigrationLife } from './migration-life.js'

const BUILT = fileURLToPath(new URL('../../packages/cli/bin/rowhouse.cjs', import.meta.url))
const SEED = 20_261_122

test('killed migrations leave a whole store, and lose no rows', async () => {
  console.log(`seed ${SEED}`)
  const figures = { migrations: 0, kills: 0, resumed: 0, rows: 0 }
  const life = await MigrationLife.open({ program: BUILT, largeRows: 20, figures })
  const random = seededRandom(SEED)
  try {
    await life.round(random)
    await life.round(random)
  } finally {
    await life.finish()
  }
  expect(figures.migrations).toBe(2)
  expect(figures.rows).toBeGreaterThan(0)
})
