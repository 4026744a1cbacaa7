import {
  consumerQuestions,
  orderKeyReads,
  platformQuestions,
  sellerQuestions,
} from '@rowhouse/demos'

type DeskQuestions = Pick<typeof orderKeyReads, 'orderByKey' | 'latestOfConsumer'> &
  Pick<typeof consumerQuestions, 'ordersByWord' | 'ordersByAmount' | 'spendingByMonth'> &
  Pick<typeof sellerQuestions, 'ordersOfMonth' | 'bestProducts'> &
  Pick<typeof platformQuestions, 'turnoverByDay' | 'bestBuyers' | 'dearOrdersOfBrands' | 'funnel'>

/** Questions of the orders sample that every set-up is asked, in the order of the report. */
export const DESK_QUESTIONS: DeskQuestions = {
  ...orderKeyReads,
  ...consumerQuestions,
  ...sellerQuestions,
  ...platformQuestions,
}

export type QuestionKey = keyof DeskQuestions

export type ParametersOf<Key extends QuestionKey> = DeskQuestions[Key]['planted']

export type AnswerOf<Key extends QuestionKey> = Awaited<ReturnType<DeskQuestions[Key]['ask']>>

/** What a set-up says when only a scan of everything could answer. */
export interface NeedsScan {
  readonly needsScanOf: string
}

/** Who answers the questions in a set-up. */
export type OrderDesk = {
  readonly [Key in QuestionKey]: (
    parameters: ParametersOf<Key>,
  ) => Promise<AnswerOf<Key> | NeedsScan>
}

/** A desk that has an answer to everything. */
export type CompleteDesk = {
  readonly [Key in QuestionKey]: (parameters: ParametersOf<Key>) => Promise<AnswerOf<Key>>
}

export const isNeedsScan = (answer: unknown): answer is NeedsScan =>
  typeof answer === 'object' && answer !== null && 'needsScanOf' in answer
