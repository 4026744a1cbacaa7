import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readOrders } from '../orders/order.js'
import { orderScenario } from '../orders/order-scenario.js'
import type { Scenario } from './scenario.js'

const sample = (name: string): string =>
  fileURLToPath(new URL(`../../data/${name}`, import.meta.url))

/** Ids that the file's own answer must have, by the first words of the question. */
function cases<Item>(
  name: string,
  scenario: Scenario<Item>,
  read: () => Promise<readonly Item[]>,
  wanted: Readonly<Record<string, readonly string[]>>,
): void {
  describe(name, () => {
    test('every question has rows or groups to find in the sample', async () => {
      const items = [...scenario.planted, ...(await read())]
      for (const question of scenario.questions) {
        const { total, ids, groups } = question.answer(items)
        expect(total, question.name).toBeGreaterThan(0)
        expect(ids.length + groups.length, question.name).toBeGreaterThan(0)
      }
    })

    test("the manual's questions find the planted rows that they are about", async () => {
      const items = [...scenario.planted, ...(await read())]
      for (const [begin, ids] of Object.entries(wanted)) {
        const question = scenario.questions.find((one) => one.name.startsWith(begin))
        expect(question?.answer(items).ids, begin).toEqual(ids)
      }
    })

    test('ids are unique', async () => {
      const ids = [...scenario.planted, ...(await read())].map(scenario.idOf)
      expect(new Set(ids).size).toBe(ids.length)
    })
  })
}

cases('orders', orderScenario, () => readOrders(sample('online-retail-sample.csv.gz')), {
  'consumer c0001': ['planted-0006', 'planted-0003', 'planted-0004', 'planted-0001'],
})
