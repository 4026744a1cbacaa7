import { samplesPath } from '../frame/paths.js'
import type { Language } from '../texts/languages.js'
import { mediaTexts } from './media/media-texts.js'
import { ordersTexts } from './orders/orders-texts.js'
import { samplePages } from './sample-pages-list.js'
import { mediaViews, orderQuestions } from './sample-questions.js'
import { samplesTexts } from './samples-texts.js'

/** A page of the samples, or a question on it, by its name. */
export interface SampleGoal {
  readonly label: string
  readonly path: string
}

export function sampleGoals(instance: string, language: Language): readonly SampleGoal[] {
  const texts = samplesTexts[language]
  const ofOrders = ordersTexts[language]
  const pages = samplePages.map((page) => ({
    label: texts[page],
    path: samplesPath(instance, page),
  }))
  const orders = (['consumer', 'seller', 'platform'] as const).flatMap((tab) =>
    orderQuestions[tab].map((question) => ({
      label: `${texts.orders} · ${ofOrders[tab]}: ${ofOrders.questions[question]}`,
      path: `${samplesPath(instance, 'orders')}?tab=${tab}&question=${question}`,
    })),
  )
  const media = mediaViews.map((question) => ({
    label: `${texts.media}: ${mediaTexts[language].questions[question]}`,
    path: `${samplesPath(instance, 'media')}?question=${question}`,
  }))
  return [...pages, ...orders, ...media]
}
