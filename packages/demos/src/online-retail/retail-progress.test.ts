import { expect, test } from 'vitest'
import { progressLine, startProgress } from './retail-progress.js'

test('a line says rows, share, speed and time left', () => {
  expect(progressLine('loading', 250_000, 541_909, 20_000)).toBe(
    'loading: 250,000 of 541,909 rows (46 %), 20,000 rows/s, 15 s left',
  )
  expect(progressLine('loading', 0, 541_909, 0)).toContain('unknown left')
  expect(progressLine('loading', 0, 541_909, 5_000)).toContain('1 min 49 s left')
  expect(progressLine('loading', 0, 0, 0)).toContain('(100 %)')
})

test('it speaks at most once a second and sums up at the end', () => {
  const lines: string[] = []
  let time = 0
  const progress = startProgress({
    label: 'loading',
    total: 400,
    write: (line) => lines.push(line),
    now: () => time,
  })
  for (time = 0; time < 2_000; time += 500) progress.add(100)
  expect(lines).toEqual(['loading: 300 of 400 rows (75 %), 300 rows/s, 1 s left'])
  expect(progress.finish()).toBe(200)
  expect(lines[1]).toBe('loading: 400 rows in 2.0 s, 200 rows/s')
})
