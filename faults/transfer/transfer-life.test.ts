import { fileURLToPath } from 'node:url'
import { seededRandom } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { TransferLife } from './transfer-life.js'

const BUILT = fileURLToPath(new URL('../../packages/cli/bin/rowhouse.cjs', import.meta.url))
const SEED = 20_261_122

test('killed imports, exports and copies, or servers of them, neither lose nor repeat rows', async () => {
  console.log(`seed ${SEED}`)
  const figures = { kills: 0, serverKills: 0, resumed: 0, rows: 0 }
  const life = await TransferLife.open(undefined, figures, BUILT)
  try {
    await life.round(seededRandom(SEED))
  } finally {
    await life.finish()
  }
  expect(figures.rows).toBeGreaterThan(0)
})
