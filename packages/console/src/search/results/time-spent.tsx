import type { Spent } from '@rowhouse/console-gate/shapes'
import { shortTime } from '../../parts/short-time.js'
import { useReading } from '../../texts/use-texts.js'
import { useSearchTexts } from '../texts/use-search-texts.js'

interface Timed {
  readonly took: number
  readonly spent: readonly Spent[]
}

/** How long answers took in the server; opened, where that time went. */
export function TimeSpent({ answers }: { answers: readonly Timed[] }) {
  const texts = useSearchTexts().page
  const { language } = useReading()
  const took = answers.reduce((sum, answer) => sum + answer.took, 0)
  const stages = addedUp(answers.flatMap(({ spent }) => spent))
  return (
    <details className="time-spent">
      <summary title={texts.whereTime}>{texts.took(Math.round(took * 10) / 10)}</summary>
      <table className="list" aria-label={texts.whereTime}>
        <tbody>
          {stages.map(({ stage, milliseconds }) => (
            <tr key={stage}>
              <th scope="row">{texts.stages[stage]}</th>
              <td className="number">{shortTime(milliseconds, language)}</td>
              <td className="time-share" aria-hidden="true">
                <i
                  style={{
                    width: `${Math.min(100, (100 * milliseconds) / Math.max(took, 0.001))}%`,
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** One entry for each stage, in the order in which they came first. */
function addedUp(spent: readonly Spent[]): readonly Spent[] {
  const sums = new Map<Spent['stage'], number>()
  for (const { stage, milliseconds } of spent) {
    sums.set(stage, (sums.get(stage) ?? 0) + milliseconds)
  }
  return [...sums].map(([stage, milliseconds]) => ({ stage, milliseconds }))
}
