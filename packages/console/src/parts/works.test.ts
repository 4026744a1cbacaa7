import { expect, test } from 'vitest'
import { pageLimits } from '../limits.js'
import { type Work, Works } from './works.js'

/** A work that runs until it is ended. */
function workAt(path: string) {
  const listeners = new Set<() => void>()
  let isRunning = true
  const end = (): void => {
    isRunning = false
    for (const listener of listeners) listener()
  }
  const work: Work = {
    path,
    isRunning: () => isRunning,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: end,
  }
  return { work, end }
}

test('works are told of when they begin and when they end', () => {
  const works = new Works()
  const seen: number[] = []
  works.subscribe(() => seen.push(works.running().length))
  const { work, end } = workAt('/a')
  works.keep(work)
  expect(works.running()).toEqual([work])
  end()
  expect(works.running()).toEqual([])
  expect(works.all()).toEqual([work])
  expect(seen.at(-1)).toBe(0)
})

test('of works that are over the oldest are forgotten, and none that runs', () => {
  const works = new Works()
  const running = workAt('/running')
  works.keep(running.work)
  for (let at = 0; at < pageLimits.WORKS_KEPT + 3; at += 1) {
    const { work, end } = workAt(`/${at}`)
    works.keep(work)
    end()
  }
  expect(works.all()).toContain(running.work)
  expect(works.all().filter((work) => !work.isRunning())).toHaveLength(pageLimits.WORKS_KEPT)
})

test('who signs out stops what was begun', () => {
  const works = new Works()
  const { work } = workAt('/a')
  works.keep(work)
  works.stopAll()
  expect(work.isRunning()).toBe(false)
  expect(works.all()).toEqual([])
})
