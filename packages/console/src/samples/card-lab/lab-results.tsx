import type { LabResults, LabStep } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { reasonIn } from '../../partitions/advice-reasons.js'
import { ScrollFrame } from '../../parts/scroll-frame.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { labTexts } from './lab-texts.js'

/** What a step has found so far. */
export function LabResult<Step extends LabStep>({
  step,
  result,
}: {
  step: Step
  result: LabResults[Step]
}) {
  return RESULTS[step]({ result })
}

const RESULTS: { readonly [Step in LabStep]: (props: { result: LabResults[Step] }) => ReactNode } =
  {
    choose: Chosen,
    splice: Spliced,
    hash: Hashed,
    months: Months,
    cold: Cold,
    import: Imported,
  }

const share = (value: number, language: string): string =>
  value.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })

interface Rate {
  readonly rowsPerSecond: number
  readonly usedShare: number
  readonly refusedShare: number
  /** What kept the rate where it is; results of earlier builds do not tell. */
  readonly limit?: string
}

/** A rate as a bar against what is reserved. */
function RateBar({ rate, expected }: { rate: Rate; expected?: number }) {
  const texts = useRoomTexts(labTexts)
  const { language } = useReading()
  const limits: Readonly<Record<string, string | undefined>> = texts.limits
  const limit = limits[rate.limit ?? '']
  const width = (value: number): string => `${Math.min(100, value * 100)}%`
  return (
    <div className="lab-rate">
      <div className="lab-track" aria-hidden="true">
        <span className="lab-measured" style={{ width: width(rate.usedShare) }} />
        {expected !== undefined && (
          <span className="lab-expected" style={{ left: width(expected) }} />
        )}
      </div>
      <span>
        {[
          texts.rowsPerSecond(Math.round(rate.rowsPerSecond).toLocaleString(language)),
          texts.ofReserved(share(rate.usedShare, language)),
          texts.refused(share(rate.refusedShare, language)),
        ].join(' · ')}
      </span>
      {limit !== undefined && <span className="quiet"> {limit}</span>}
    </div>
  )
}

function Chosen({ result }: { result: LabResults['choose'] }) {
  const texts = useRoomTexts(labTexts)
  const { language } = useReading()
  const verdicts: Readonly<Record<string, string>> = texts.verdicts
  const keyNames: Readonly<Record<string, string>> = texts.keyNames
  return (
    <ScrollFrame label={texts.key}>
      <table className="list">
        <thead>
          <tr>
            <th>{texts.key}</th>
            <th>{texts.verdict}</th>
            <th className="number">{texts.expected}</th>
            <th>{texts.measured}</th>
          </tr>
        </thead>
        <tbody>
          {result.map(({ name, verdict, reasons, expectedShare, measured }) => (
            <tr key={name}>
              <td>{keyNames[name] ?? name}</td>
              <td>
                <strong className={`verdict ${verdict}`}>{verdicts[verdict] ?? verdict}</strong>
                {reasons[0] !== undefined && (
                  <p className="quiet lab-reason">{reasonIn(language, reasons[0])}</p>
                )}
              </td>
              <td className="number">{share(expectedShare, language)}</td>
              <td>
                <RateBar rate={measured} expected={expectedShare} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

function Spliced({ result }: { result: LabResults['splice'] }) {
  const texts = useRoomTexts(labTexts)
  return (
    <div className="lab-columns">
      {result.map(({ name, keys, isInOrder, range, orders }) => (
        <section key={name}>
          <h3>
            <strong className={isInOrder ? 'verdict good' : 'verdict bad'}>
              {isInOrder ? texts.inOrder : texts.notInOrder}
            </strong>
          </h3>
          <ol className="lab-keys">
            {keys.map((key) => (
              <li key={key}>
                <code>{key}</code>
              </li>
            ))}
          </ol>
          <p className="quiet">
            {texts.range(range.start ?? '−∞', range.end ?? '∞')}
            <br />
            {orders ? texts.reads(orders.join(', ')) : texts.rangeRefused}
          </p>
        </section>
      ))}
    </div>
  )
}

function Hashed({ result }: { result: LabResults['hash'] }) {
  const texts = useRoomTexts(labTexts)
  const { language } = useReading()
  return (
    <div className="lab-columns">
      <section>
        <h3>{texts.keys}</h3>
        <ol className="lab-keys">
          {result.keys.map((key) => (
            <li key={key}>
              <code>{key}</code>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3>{texts.neighbours}</h3>
        <p>
          <code>{result.neighbours.join(' ')}</code>
        </p>
        <p className="quiet">{texts.ranges(result.ranges.toLocaleString(language))}</p>
        <p className="quiet">{texts.fanOut(result.price.requests.toLocaleString(language))}</p>
      </section>
    </div>
  )
}

function Months({ result }: { result: LabResults['months'] }) {
  const texts = useRoomTexts(labTexts)
  const { language } = useReading()
  return (
    <ScrollFrame label={texts.month}>
      <table className="list">
        <thead>
          <tr>
            <th>{texts.month}</th>
            <th className="number">{texts.rows}</th>
            <th>{texts.cohorts}</th>
            <th className="number">{texts.units}</th>
          </tr>
        </thead>
        <tbody>
          {result.months.map(({ month, table, rows, cohorts, units }) => (
            <tr key={month}>
              <td title={table}>{month}</td>
              <td className="number">{rows.toLocaleString(language)}</td>
              <td>{cohorts.join(', ')}</td>
              <td className="number">
                {units.read} / {units.write}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

function Cold({ result }: { result: LabResults['cold'] }) {
  const texts = useRoomTexts(labTexts)
  const { language } = useReading()
  return (
    <Rates
      rates={result.map(({ name, partitions, measured }) => ({
        name: name === 'one table for ever' ? texts.forEver : texts.thisMonth,
        more: texts.partitions(partitions.toLocaleString(language)),
        rate: measured,
      }))}
    />
  )
}

function Imported({ result }: { result: LabResults['import'] }) {
  const texts = useRoomTexts(labTexts)
  return (
    <Rates
      rates={result.map(({ order, measured }) => ({
        name: texts[order],
        more: '',
        rate: measured,
      }))}
    />
  )
}

const Rates = (props: {
  rates: readonly { readonly name: string; readonly more: string; readonly rate: Rate }[]
}) => (
  <ul className="lab-rates">
    {props.rates.map(({ name, more, rate }) => (
      <li key={name}>
        <span>
          {name} <span className="quiet">{more}</span>
        </span>
        <RateBar rate={rate} />
      </li>
    ))}
  </ul>
)
