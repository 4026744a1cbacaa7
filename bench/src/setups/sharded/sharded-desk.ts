import { expectDefined } from '@rowhouse/platform'
import { BEST_BUYERS, DEAR_ROWS, mariadbDesk } from '../mariadb/mariadb-desk.js'
import type { CompleteDesk } from '../questions/desk-questions.js'
import { dearestFirst, mergeBest, mergeFunnels, mergeLists, mergeSteps } from './merge-answers.js'
import type { Shard } from './shard.js'
import { type SlotMap, shardOf } from './slots.js'

/** What a routing rule knows at the moment. */
export interface Layout {
  readonly shards: readonly Shard[]
  readonly slots: SlotMap
}

/** Questions go to the shard of the consumer or the seller; those without either, to all shards. */
export function shardedDesk(layout: () => Layout): CompleteDesk {
  const ofConsumer = (id: string): CompleteDesk => mariadbDesk(shardFor(layout(), id).byConsumer)
  const ofSeller = (id: string): CompleteDesk => mariadbDesk(shardFor(layout(), id).bySeller)
  const ofAll = <Answer>(ask: (desk: CompleteDesk) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(layout().shards.map(({ byConsumer }) => ask(mariadbDesk(byConsumer))))
  return {
    orderByKey: async (parameters) => {
      const found = await ofAll((desk) => desk.orderByKey(parameters))
      return found.find((order) => order !== undefined)
    },
    latestOfConsumer: (parameters) => ofConsumer(parameters.consumer).latestOfConsumer(parameters),
    ordersByWord: (parameters) => ofConsumer(parameters.consumer).ordersByWord(parameters),
    ordersByAmount: (parameters) => ofConsumer(parameters.consumer).ordersByAmount(parameters),
    spendingByMonth: (parameters) => ofConsumer(parameters.consumer).spendingByMonth(parameters),
    ordersOfMonth: (parameters) => ofSeller(parameters.seller).ordersOfMonth(parameters),
    bestProducts: (parameters) => ofSeller(parameters.seller).bestProducts(parameters),
    turnoverByDay: async (parameters) =>
      mergeSteps(await ofAll((desk) => desk.turnoverByDay(parameters))),
    bestBuyers: async (parameters) =>
      mergeBest(await ofAll((desk) => desk.bestBuyers(parameters)), BEST_BUYERS),
    dearOrdersOfBrands: async (parameters) => {
      const parts = await ofAll((desk) => desk.dearOrdersOfBrands(parameters))
      return mergeLists(parts, dearestFirst, DEAR_ROWS)
    },
    funnel: async (parameters) => mergeFunnels(await ofAll((desk) => desk.funnel(parameters))),
  }
}

const shardFor = ({ shards, slots }: Layout, id: string): Shard =>
  expectDefined(shards[shardOf(slots, id)], 'every slot stands on a shard')
