import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { MergeTurns } from './merge-turns.js'

it('pauses a large merge between its steps until small ones are done', async () => {
  const turns = new MergeTurns()
  const done: string[] = []
  const ended = new Promise<void>((resolve) => {
    turns.large(async (pause) => {
      for (let step = 1; step <= 3; step++) {
        done.push(`large ${step}`)
        if (step === 1) small()
        await pause()
      }
      resolve()
    })
  })
  const small = (): void => {
    turns.small(async () => {
      for (let step = 1; step <= 20; step++) await letOthersGoFirst()
      done.push('small')
      turns.small(async () => {
        await letOthersGoFirst()
        done.push('another')
      })
    })
  }
  await ended
  expect(done).toEqual(['large 1', 'small', 'another', 'large 2', 'large 3'])
})

it('runs large merges one after the other, even if they fail', async () => {
  const turns = new MergeTurns()
  const done: string[] = []
  await new Promise<void>((resolve) => {
    turns.large(async (pause) => {
      done.push('first')
      await pause()
      done.push('fails')
      throw new Error('the disk is full')
    })
    turns.large(async () => {
      done.push('second')
      resolve()
    })
  })
  expect(done).toEqual(['first', 'fails', 'second'])
})
