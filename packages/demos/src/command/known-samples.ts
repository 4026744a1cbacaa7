import type { Client } from '@rowhouse/client'
import type { FactSource } from '../check/check-answers.js'
import { type CheckOptions, type SampleCheck, checkSample } from '../check/check-sample.js'
import { MEDIA_QUESTIONS, mediaSample } from '../media/media-sample.js'
import type { AnyQuestion } from '../sample/question.js'
import type { Sample } from '../sample/sample.js'
import { SHOP_QUESTIONS, shopSample } from '../shops/shop-sample.js'

/** A sample of some size, whatever its facts are. */
export interface KnownSample {
  readonly sample: Sample
  check(client: Client, options: CheckOptions): Promise<SampleCheck>
}

export interface SampleSize {
  readonly seed: number
  readonly rows: number
}

const known = <Fact>(
  sample: Sample & FactSource<Fact>,
  questions: readonly AnyQuestion<Fact>[],
): KnownSample => ({
  sample,
  check: (client, options) => checkSample(client, sample, questions, options),
})

/** Every sample that there is, by its name. */
export const KNOWN_SAMPLES: Readonly<Record<string, (size: SampleSize) => KnownSample>> = {
  shops: (size) => known(shopSample(size), SHOP_QUESTIONS),
  media: (size) => known(mediaSample(size), MEDIA_QUESTIONS),
}
