import { QuestionScreen } from '../question-screen.js'
import { STEPS, type Screen, list, ranked, turnoverChart } from './order-answers.js'
import { EntryTable } from './order-tables.js'
import type { orderQuestions } from '../sample-questions.js'
import { platformScreens } from './platform-screens.js'

/** The questions of each persona, in the order in which they are offered. */
export const orderScreens = {
  consumer: {
    'consumer-orders-by-amount': ({ place, texts }) => (
      <QuestionScreen
        place={place}
        sample="orders"
        question="consumer-orders-by-amount"
        fields={(of) => [of.text('consumer', texts.cId), of.number('atLeast', texts.atLeast)]}
        {...list}
      />
    ),
    'consumer-orders-by-word': ({ place, texts }) => (
      <QuestionScreen
        place={place}
        sample="orders"
        question="consumer-orders-by-word"
        fields={(of) => [
          of.text('consumer', texts.cId),
          of.text('word', texts.word),
          ...of.period(texts),
        ]}
        {...list}
      />
    ),
    'consumer-orders-like-name': ({ place, texts }) => (
      <QuestionScreen
        place={place}
        sample="orders"
        question="consumer-orders-like-name"
        fields={(of) => [of.text('consumer', texts.cId), of.text('text', texts.text)]}
        {...list}
      />
    ),
    'consumer-latest-by-key': ({ place, texts }) => (
      <QuestionScreen
        place={place}
        sample="orders"
        question="consumer-latest-by-key"
        fields={(of) => [of.text('consumer', texts.cId)]}
        show={(entries) => <EntryTable entries={entries} />}
      />
    ),
    'consumer-spending-by-month': (setting) => (
      <QuestionScreen
        place={setting.place}
        sample="orders"
        question="consumer-spending-by-month"
        fields={(of) => [of.text('consumer', setting.texts.cId)]}
        show={(sales) => turnoverChart(setting, sales, { month: 'short', year: '2-digit' })}
      />
    ),
  },
  seller: {
    'seller-orders-of-month': ({ place, texts }) => (
      <QuestionScreen
        place={place}
        sample="orders"
        question="seller-orders-of-month"
        fields={(of) => [of.text('seller', texts.sId), ...of.period(texts)]}
        {...list}
      />
    ),
    'seller-orders-in-status': ({ place, texts }) => (
      <QuestionScreen
        place={place}
        sample="orders"
        question="seller-orders-in-status"
        fields={(of) => [
          of.text('seller', texts.sId),
          of.text(
            'status',
            texts.status,
            Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
          ),
          ...of.period(texts),
        ]}
        {...list}
      />
    ),
    'seller-orders-like-name': ({ place, texts }) => (
      <QuestionScreen
        place={place}
        sample="orders"
        question="seller-orders-like-name"
        fields={(of) => [of.text('seller', texts.sId), of.text('text', texts.text)]}
        {...list}
      />
    ),
    'seller-latest-by-key': ({ place, texts }) => (
      <QuestionScreen
        place={place}
        sample="orders"
        question="seller-latest-by-key"
        fields={(of) => [of.text('seller', texts.sId), ...of.period(texts)]}
        show={(entries) => <EntryTable entries={entries} />}
      />
    ),
    'seller-best-products': (setting) => (
      <QuestionScreen
        place={setting.place}
        sample="orders"
        question="seller-best-products"
        fields={(of) => [of.text('seller', setting.texts.sId), ...of.period(setting.texts)]}
        show={(sales) => ranked(setting, sales, setting.texts.product, 'orders')}
      />
    ),
    'seller-sales-by-day': (setting) => (
      <QuestionScreen
        place={setting.place}
        sample="orders"
        question="seller-sales-by-day"
        fields={(of) => [of.text('seller', setting.texts.sId), ...of.period(setting.texts)]}
        show={(sales) =>
          turnoverChart(setting, sales, { month: 'numeric', day: 'numeric' }, STEPS.day)
        }
      />
    ),
  },
  platform: platformScreens,
} satisfies {
  readonly [Tab in keyof typeof orderQuestions]: Readonly<
    Record<(typeof orderQuestions)[Tab][number], Screen>
  >
}
