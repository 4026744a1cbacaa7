import { fileURLToPath } from 'node:url'
import { seededRandom } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { RotateLife } from './rotate-life.js'

const BUILT = fileURLToPath(new URL('../../packages/cli/bin/rowhouse.cjs', import.meta.url))
const SEED = 20_261_122
const ROWS_MAX = 300

test('a rotation that is killed ends where a whole one does, and loses nothing on its way', async () => {
  console.log(`seed ${SEED}`)
  const figures = { kills: 0, amidSteps: 0, archived: 0, rows: 0 }
  const life = await RotateLife.open(undefined, figures, ROWS_MAX, BUILT)
  try {
    await life.round(seededRandom(SEED))
  } finally {
    await life.finish()
  }
  expect(figures.kills).toBeGreaterThan(0)
  expect(figures.archived).toBeGreaterThan(0)
})
