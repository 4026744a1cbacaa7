import { isDeepStrictEqual } from 'node:util'
import { Draws, type Order, type OrdersSample, type Question, type Tally } from '@rowhouse/demos'
import {
  DESK_QUESTIONS,
  type NeedsScan,
  type OrderDesk,
  type QuestionKey,
} from './desk-questions.js'

/** A question with one set of parameters, and what the generator knows of its answer. */
export interface DeskTrial {
  readonly parameters: unknown
  readonly ask: (desk: OrderDesk) => Promise<unknown>
  readonly tally: Tally<Order, unknown>
}

export interface DeskQuestion {
  readonly name: string
  readonly trials: readonly DeskTrial[]
}

/** Every question with its planted parameters and with `sets` that are drawn from the data. */
export function deskQuestions(source: OrdersSample, sets: number): readonly DeskQuestion[] {
  const asked = <Parameters, Answer>(
    question: Question<Parameters, Answer, Order>,
    of: (desk: OrderDesk) => (parameters: Parameters) => Promise<Answer | NeedsScan>,
  ): DeskQuestion => {
    const { name, planted, draw, tally } = question
    const drawn = Array.from({ length: sets }, (_, set) => {
      const draws = new Draws(source.seed, `question ${name}`, set)
      return draw(source.fact(draws.below(source.rows)), draws)
    })
    const trials = [planted, ...drawn].map((parameters) => ({
      parameters,
      ask: (desk: OrderDesk) => of(desk)(parameters),
      tally: tally(parameters),
    }))
    return { name, trials }
  }
  const all: Readonly<Record<QuestionKey, DeskQuestion>> = {
    orderByKey: asked(DESK_QUESTIONS.orderByKey, (desk) => desk.orderByKey),
    latestOfConsumer: asked(DESK_QUESTIONS.latestOfConsumer, (desk) => desk.latestOfConsumer),
    ordersByWord: asked(DESK_QUESTIONS.ordersByWord, (desk) => desk.ordersByWord),
    ordersByAmount: asked(DESK_QUESTIONS.ordersByAmount, (desk) => desk.ordersByAmount),
    spendingByMonth: asked(DESK_QUESTIONS.spendingByMonth, (desk) => desk.spendingByMonth),
    ordersOfMonth: asked(DESK_QUESTIONS.ordersOfMonth, (desk) => desk.ordersOfMonth),
    bestProducts: asked(DESK_QUESTIONS.bestProducts, (desk) => desk.bestProducts),
    turnoverByDay: asked(DESK_QUESTIONS.turnoverByDay, (desk) => desk.turnoverByDay),
    bestBuyers: asked(DESK_QUESTIONS.bestBuyers, (desk) => desk.bestBuyers),
    dearOrdersOfBrands: asked(DESK_QUESTIONS.dearOrdersOfBrands, (desk) => desk.dearOrdersOfBrands),
    funnel: asked(DESK_QUESTIONS.funnel, (desk) => desk.funnel),
  }
  return Object.values(all)
}

/** One pass over the generator, which counts every answer together. */
export function tallyTrials(source: OrdersSample, questions: readonly DeskQuestion[]): void {
  const tallies = questions.flatMap(({ trials }) => trials.map(({ tally }) => tally))
  for (let n = 0; n < source.rows; n += 1) {
    const order = source.fact(n)
    for (const tally of tallies) tally.add(order)
  }
}

export const isRight = (answer: unknown, { tally }: DeskTrial): boolean =>
  isDeepStrictEqual(answer, tally.answer())
