import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { expect, onTestFinished, test } from 'vitest'
import { type SoakFigures, grownFigures, measureSoak } from './soak-figures.js'

const FLAT = { residentMb: 200, storeFiles: 20, storeMb: 100, logMb: 250 }

const samples = (of: (at: number) => Partial<SoakFigures>): SoakFigures[] =>
  Array.from({ length: 30 }, (_, minutes) => ({ ...FLAT, minutes, ...of(minutes) }))

test('figures that go up and down, or only at first, have not grown', () => {
  const growsAtFirst = samples((at) => ({ storeMb: at < 10 ? 10 * at : 100, residentMb: 180 + at }))
  expect(grownFigures(growsAtFirst)).toEqual([])
  const zigzag = samples((at) => ({ storeFiles: 10 + 8 * (at % 8), logMb: 64 * (at % 4) }))
  expect(grownFigures(zigzag)).toEqual([])
})

test.each([
  ['residentMb', 20],
  ['storeFiles', 2],
  ['storeMb', 8],
  ['logMb', 60],
] as const)('%s that grows steadily is told', (name, step) => {
  const grown = grownFigures(samples((at) => ({ [name]: FLAT[name] + step * at })))
  expect(grown).toHaveLength(1)
  expect(grown[0]).toContain(`${name} has grown from`)
})

test('a run that is too short tells nothing', () => {
  expect(grownFigures(samples(() => ({})).slice(0, 8))).toEqual([
    '8 figures are too few to tell what grows',
  ])
})

test('a process and its folder are measured', async () => {
  const { path, remove } = await temporaryFolder()
  onTestFinished(remove)
  for (const name of ['store', 'log']) {
    await mkdir(join(path, name))
    await writeFile(join(path, name, 'file'), Buffer.alloc(2 * 1_048_576))
  }
  const figures = await measureSoak(3, process.pid, path)
  expect(figures).toMatchObject({ minutes: 3, storeFiles: 1, storeMb: 2, logMb: 2 })
  expect(figures.residentMb).toBeGreaterThan(10)
})
