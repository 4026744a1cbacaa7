import { type ReactNode, useState } from 'react'
import './charts.css'
import { useRoomTexts } from '../texts/room-texts.js'
import { chartTexts } from './chart-texts.js'

interface ChartFrameProps {
  readonly title: string
  readonly className: string
  /** What is said in place of a chart without values; undefined where there are some. */
  readonly none: ReactNode
  readonly table: ReactNode
  readonly children: ReactNode
}

/** The title of a chart, and a switch between the chart and its values as a table. */
export function ChartFrame({ title, className, none, table, children }: ChartFrameProps) {
  const words = useRoomTexts(chartTexts)
  const [isTable, setTable] = useState(false)
  const isEmpty = none !== undefined
  return (
    <figure className={className}>
      <figcaption>
        <h2>{title}</h2>
        {!isEmpty && (
          <button type="button" className="button plain" onClick={() => setTable(!isTable)}>
            {isTable ? words.asChart : words.asTable}
            <span className="hidden-text">: {title}</span>
          </button>
        )}
      </figcaption>
      {isEmpty && <p className="quiet chart-none">{none}</p>}
      {!isEmpty && (isTable ? table : children)}
    </figure>
  )
}
