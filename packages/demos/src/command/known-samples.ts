import type { Client } from '@rowhouse/client'
import { type FactSource, drawTrials } from '../check/check-answers.js'
import { type CheckOptions, type SampleCheck, checkSample } from '../check/check-sample.js'
import { MEDIA_QUESTIONS, mediaSample } from '../media/media-sample.js'
import type { AnyQuestion, Inquiry, Way } from '../sample/question.js'
import { ORDER_QUESTIONS } from '../orders/order-questions.js'
import { ordersSample } from '../orders/orders-sample.js'
import type { Sample, SampleSize } from '../sample/sample-shape.js'
import { SHOP_QUESTIONS, shopSample } from '../shops/shop-sample.js'

/** A question of a sample, with its planted parameters and as many drawn ones as wanted. */
export interface KnownQuestion {
  readonly name: string
  readonly way: Way
  readonly persona: string
  /** The parameters of the manual. */
  readonly planted: unknown
  /** Undefined when the parameters do not have the shape of the planted ones. */
  inquiryOf(parameters: unknown): Inquiry | undefined
  inquiries(sets: number): readonly Inquiry[]
}

/** A sample of some size, whatever its facts are. */
export interface KnownSample {
  readonly sample: Sample
  readonly questions: readonly KnownQuestion[]
  check(client: Client, options: CheckOptions): Promise<SampleCheck>
}

const known = <Fact>(
  sample: Sample & FactSource<Fact>,
  questions: readonly AnyQuestion<Fact>[],
): KnownSample => ({
  sample,
  questions: questions.map((question) => ({
    name: question.name,
    way: question.way,
    persona: question.persona,
    planted: question.planted,
    inquiryOf: (parameters) => question.inquiryOf(parameters),
    inquiries: (sets) => drawTrials(sample, [question], sets),
  })),
  check: (client, options) => checkSample(client, sample, questions, options),
})

/** A question without the sample's rows, which take a while to prepare. */
export type SampleQuestion = Pick<
  AnyQuestion<never>,
  'name' | 'way' | 'persona' | 'planted' | 'inquiryOf'
>

/** The questions of every sample, by its name. */
export const SAMPLE_QUESTIONS: Readonly<Record<string, readonly SampleQuestion[]>> = {
  orders: ORDER_QUESTIONS,
  shops: SHOP_QUESTIONS,
  media: MEDIA_QUESTIONS,
}

/** Every sample that there is, by its name. */
export const KNOWN_SAMPLES: Readonly<Record<string, (size: SampleSize) => KnownSample>> = {
  orders: (size) => known(ordersSample(size), ORDER_QUESTIONS),
  shops: (size) => known(shopSample(size), SHOP_QUESTIONS),
  media: (size) => known(mediaSample(size), MEDIA_QUESTIONS),
}
