import { fileURLToPath } from 'node:url'
import { seededRandom } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { TransferLife } from './transfer-life.js'

const BUILT = fileURLToPath(new URL('../../packages/cli/bin/rowhouse.cjs', import.meta.url))
const SEED = 20_261_122

test('an import, an export and a copy that are killed leave no gap and no second row', async () => {
  console.log(`seed ${SEED}`)
  const figures = { kills: 0, resumed: 0, rows: 0 }
  const life = await TransferLife.open(undefined, figures, BUILT)
  try {
    await life.round(seededRandom(SEED))
  } finally {
    await life.finish()
  }
  expect(figures.rows).toBeGreaterThan(0)
})
