import { BarTable } from '../bars.js'
import { JobScreen } from '../job-screen.js'
import { QuestionScreen } from '../question-screen.js'
import type { orderQuestions } from '../sample-questions.js'
import { STEPS, type Screen, list, ranked, turnoverChart } from './order-answers.js'
import { money } from './order-tables.js'

/** The questions of the platform. */
export const platformScreens: Readonly<
  Record<(typeof orderQuestions)['platform'][number], Screen>
> = {
  'platform-turnover-by-day': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="orders"
      question="platform-turnover-by-day"
      fields={(of) => of.period(setting.texts)}
      show={(sales) =>
        turnoverChart(setting, sales, { month: 'numeric', day: 'numeric' }, STEPS.day)
      }
    />
  ),
  'platform-turnover-by-hour': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="orders"
      question="platform-turnover-by-hour"
      fields={(of) => of.period(setting.texts)}
      show={(sales) =>
        turnoverChart(setting, sales, { hour: 'numeric', minute: '2-digit' }, STEPS.hour)
      }
    />
  ),
  'platform-turnover-by-category': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="orders"
      question="platform-turnover-by-category"
      fields={(of) => of.period(setting.texts)}
      show={(sales) => ranked(setting, sales, setting.texts.category, 'totalFen')}
    />
  ),
  'platform-best-buyers': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="orders"
      question="platform-best-buyers"
      fields={(of) => of.period(setting.texts)}
      show={(sales) => ranked(setting, sales, setting.texts.buyer, 'totalFen')}
    />
  ),
  'platform-buyers-of-brand': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="orders"
      question="platform-buyers-of-brand"
      fields={(of) => [of.text('brand', setting.texts.brand), ...of.period(setting.texts)]}
      show={(sales) => ranked(setting, sales, setting.texts.buyer, 'totalFen')}
    />
  ),
  'platform-dear-orders-of-brands': ({ place, texts }) => (
    <QuestionScreen
      place={place}
      sample="orders"
      question="platform-dear-orders-of-brands"
      fields={(of) => [
        of.text('brandText', texts.brandText),
        of.number('atLeast', texts.atLeast),
        ...of.period(texts),
      ]}
      {...list}
    />
  ),
  'platform-funnel': ({ place, texts }) => (
    <QuestionScreen
      place={place}
      sample="orders"
      question="platform-funnel"
      fields={(of) => of.period(texts)}
      show={(funnel) => (
        <BarTable
          bars={(['created', 'paid', 'shipped', 'received'] as const).map((step) => ({
            name: texts.statuses[step],
            value: funnel[step],
          }))}
          name={texts.status}
          value={texts.orders}
        />
      )}
    />
  ),
  'platform-amounts': ({ place, texts, language }) => (
    <QuestionScreen
      place={place}
      sample="orders"
      question="platform-amounts"
      fields={(of) => of.period(texts)}
      show={({ orders, sumFen, leastFen, mostFen }) => (
        <dl className="figures">
          <Figure name={texts.orders} value={orders.toLocaleString(language)} />
          <Figure name={texts.sum} value={money(sumFen, language)} />
          <Figure name={texts.mean} value={money(sumFen / Math.max(1, orders), language)} />
          <Figure name={texts.least} value={money(leastFen, language)} />
          <Figure name={texts.most} value={money(mostFen, language)} />
        </dl>
      )}
    />
  ),
  'platform-repeat-buyers': ({ place, texts }) => (
    <JobScreen
      place={place}
      sample="orders"
      question="platform-repeat-buyers"
      help={texts.jobHelp}
      fields={(of) => of.period(texts)}
      show={({ buyers, within30Days, within90Days }) => (
        <BarTable
          bars={[
            { name: texts.inPeriod, value: buyers },
            { name: texts.within30, value: within30Days },
            { name: texts.within90, value: within90Days },
          ]}
          name={texts.bought}
          value={texts.buyers}
        />
      )}
    />
  ),
  'platform-basket-partners': ({ place, texts, language }) => (
    <JobScreen
      place={place}
      sample="orders"
      question="platform-basket-partners"
      help={texts.jobHelp}
      fields={(of) => [of.text('product', texts.product), of.number('support', texts.support)]}
      show={(partners) => (
        <BarTable
          bars={partners.map(({ product, orders, lift }) => ({
            name: product,
            value: lift,
            text: lift.toLocaleString(language, { maximumFractionDigits: 1 }),
            more: orders.toLocaleString(language),
          }))}
          name={texts.product}
          value={texts.lift}
          more={texts.together}
        />
      )}
    />
  ),
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
