import type { AdvisedSide } from '@rowhouse/console-gate/shapes'
import { shortBytes } from '../parts/short-number.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { sideTexts } from './side-texts.js'

/** Which columns should lie in a side table, as far as the counted calls tell. */
export function SideAdvice({ side }: { side: AdvisedSide }) {
  const words = useRoomTexts(sideTexts)
  const { language } = useReading()
  const { sampledCalls, move, columns, units } = side
  const number = (value: number): string => Math.round(value).toLocaleString(language)
  if (columns.length === 0) {
    return (
      <>
        <h2>{words.title}</h2>
        <p className="quiet">{words.none}</p>
      </>
    )
  }
  return (
    <>
      <h2>{words.title}</h2>
      <p>
        {move.length === 0 ? words.stay : words.move(move.join(', '))}{' '}
        <span className="quiet">{words.basis(number(sampledCalls))}</span>
      </p>
      {move.length > 0 && <p>{words.units(number(units.now), number(units.moved))}</p>}
      <div className="list-frame">
        <table className="list">
          <thead>
            <tr>
              <th>{words.column}</th>
              <th>{words.verdict}</th>
              <th className="number">{words.size}</th>
              <th className="number">{words.wanted}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, verdict, why, bytes, wantedShare }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  {words.verdicts[verdict]} <span className="quiet">{words.reasons[why]}</span>
                </td>
                <td className="number">{shortBytes(Math.round(bytes), language)}</td>
                <td className="number">
                  {wantedShare === undefined
                    ? '–'
                    : wantedShare.toLocaleString(language, { style: 'percent' })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
