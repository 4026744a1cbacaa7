import { expect, test } from 'vitest'
import { definition, put } from '../../testing/search-engine-calls.js'
import { encodeImages } from '../../images/image-batch.js'
import { PartsThere } from './parts-there.js'
import type { FromMerging } from '../threads/thread-messages.js'

const { layout } = definition(1)

test('a call that is stopped before it begins makes and keeps nothing', async () => {
  const told: FromMerging[] = []
  let made: (() => void) | undefined
  const isMade = new Promise<void>((resolve) => {
    made = resolve
  })
  const parts = new PartsThere((message) => {
    told.push(message)
    if (message.kind === 'made') made?.()
  })
  const give = (call: number): void => {
    parts.hear({ kind: 'images', call, images: encodeImages([put(`of ${call}`, 'x')]) })
  }
  const over: number[] = []
  for (const call of [1, 2, 3]) {
    void parts.over(call).then(() => over.push(call))
    parts.hear({ kind: 'parts', call, task: { layout, partBytes: 1_000_000 } })
    give(call)
  }
  // The first call is waiting for its analyzers, the second for its turn.
  parts.stop(1)
  parts.stop(2)
  for (const call of [1, 2]) give(call)
  parts.hear({ kind: 'images', call: 3, images: undefined })
  await Promise.resolve()
  expect(over).toEqual([1, 2])
  await isMade
  expect(over).toEqual([1, 2, 3])
  expect(told.map(({ kind, call }) => [kind, call])).toEqual([
    ['took', 3],
    ['made', 3],
  ])
})
