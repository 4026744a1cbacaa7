import type { PartitionResult } from '@rowhouse/console-gate/shapes'
import { useRef } from 'react'
import { useWidth } from '../charts/use-width.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { HeatLegend } from './heat-legend.js'
import { type LoadMap, MINUTES, minuteTime, shadeOf } from './load-map.js'
import { type Cell, type Selection, between } from './map-selection.js'
import { partitionsTexts } from './partitions-texts.js'
import { shortNames } from './short-names.js'
import { useMapBrush } from './use-map-brush.js'

/** Few ranges get higher lines, so that the map is a picture. */
const LINE_HEIGHTS = { least: 20, most: 120, all: 360 }
const AXIS_HEIGHT = 20
const CELL_WIDTH_MIN = 4
/** Every so many minutes one is named; more on a narrow screen, where ten are too close. */
const NAMED_MINUTES = [10, 20, 30]
const NAME_WIDTH = 64

interface HeatMapProps {
  readonly map: LoadMap
  readonly events: PartitionResult['events']
  readonly selection: Selection | undefined
  readonly select: (selection: Selection | undefined) => void
}

/**
 * Key ranges down, minutes across, shade by units. Dragging, or the arrows with Shift, selects a part;
 * Escape selects nothing.
 */
export function HeatMap({ map, events, selection, select }: HeatMapProps) {
  const { texts } = useReading()
  const words = useRoomTexts(partitionsTexts)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const cellWidth = Math.max(CELL_WIDTH_MIN, width / MINUTES)
  const lineHeight = lineHeightOf(map)
  const { cursor, press, pointer } = useMapBrush(map, { cellWidth, lineHeight, select })
  return (
    <div className="heat-map" role="group" aria-label={texts.partitions.mapOf(MINUTES)}>
      <CellText map={map} cell={cursor} />
      <div className="heat-body">
        <RangeNames map={map} selection={selection} />
        <div
          ref={frame}
          className="heat-frame"
          role="application"
          aria-label={words.mapHelp}
          tabIndex={0}
          onKeyDown={press}
        >
          <svg
            width={cellWidth * MINUTES}
            height={map.lines.length * lineHeight + AXIS_HEIGHT}
            {...pointer}
          >
            <Cells map={map} cellWidth={cellWidth} />
            <SplitLines map={map} events={events} cellWidth={cellWidth} />
            <Box part={selection} className="heat-selection" {...{ cellWidth, lineHeight }} />
            {cursor !== undefined && (
              <Box
                part={between(cursor, cursor)}
                className="heat-cursor"
                {...{ cellWidth, lineHeight }}
              />
            )}
            <MinuteNames map={map} cellWidth={cellWidth} />
          </svg>
        </div>
      </div>
      <HeatLegend most={map.most} />
    </div>
  )
}

const lineHeightOf = ({ lines }: LoadMap): number => {
  const { least, most, all } = LINE_HEIGHTS
  return Math.min(most, Math.max(least, Math.floor(all / lines.length)))
}

/** What is under the pointer, in words. */
function CellText({ map, cell }: { map: LoadMap; cell: Cell | undefined }) {
  const words = useRoomTexts(partitionsTexts)
  const { texts, language } = useReading()
  const line = cell && map.lines[cell.line]
  if (cell === undefined || line === undefined) {
    return <p className="heat-text quiet">{words.mapHelp}</p>
  }
  const { open, range, at } = texts.partitions
  const { start, end } = line.partition
  const units = line.units[cell.minute]
  return (
    <p className="heat-text" role="status">
      <code>{range(start ?? open, end ?? open)}</code>{' '}
      {at((units ?? 0).toLocaleString(language), minuteTime(map.minutes[cell.minute], language))}
    </p>
  )
}

/** Where the first range begins. */
const OPEN = '−∞'
const NAME_PADDING = 8
/** Of the small monospaced type. */
const LETTER_WIDTH = 7.3

function RangeNames({ map, selection }: Pick<HeatMapProps, 'map' | 'selection'>) {
  const [first, last] = selection?.lines ?? [-1, -1]
  const height = lineHeightOf(map)
  const list = useRef<HTMLOListElement>(null)
  const room = Math.floor((useWidth(list) - NAME_PADDING) / LETTER_WIDTH)
  const [, ...others] = map.lines.map(({ partition }) => partition.start ?? OPEN)
  const names = [OPEN, ...shortNames(others, room)]
  return (
    <ol ref={list} className="heat-names" aria-hidden="true">
      {map.lines.map(({ partition: { id, start } }, line) => (
        <li
          key={id}
          title={start}
          data-selected={line >= first && line <= last}
          style={{ height, lineHeight: `${height}px` }}
        >
          <code>{names[line]}</code>
        </li>
      ))}
    </ol>
  )
}

function Cells({ map, cellWidth }: { map: LoadMap; cellWidth: number }) {
  const lineHeight = lineHeightOf(map)
  return map.lines.map(({ partition, units }, line) =>
    units.map((value, minute) =>
      value === 0 ? null : (
        <rect
          key={`${partition.id} ${map.minutes[minute]}`}
          className={`heat-${shadeOf(value, map.most)}`}
          x={minute * cellWidth}
          y={line * lineHeight}
          width={cellWidth - 0.5}
          height={lineHeight - 1}
        />
      ),
    ),
  )
}

/** A thin line between two ranges from when they were split, or two neighbours were joined. */
function SplitLines({
  map,
  events,
  cellWidth,
}: Pick<HeatMapProps, 'map' | 'events'> & { cellWidth: number }) {
  const [first = 0] = map.minutes
  const lineHeight = lineHeightOf(map)
  return events.map(({ at, kind, key }) => {
    const line = map.lines.findIndex(({ partition }) => partition.start === key)
    const minutes = (Date.parse(at) - first) / 60_000
    if (kind !== 'split' || line < 0 || minutes < 0) return null
    const [x, y] = [minutes * cellWidth, line * lineHeight - 0.5]
    return (
      <g key={`${at} ${key}`} className="split">
        <line x1={x} x2={cellWidth * MINUTES} y1={y} y2={y} />
        <line x1={x} x2={x} y1={y - lineHeight / 2} y2={y + lineHeight / 2} />
      </g>
    )
  })
}

function Box({
  part,
  className,
  cellWidth,
  lineHeight,
}: {
  part: Selection | undefined
  className: string
  cellWidth: number
  lineHeight: number
}) {
  if (part === undefined) return null
  const { lines, minutes } = part
  return (
    <rect
      className={className}
      x={minutes[0] * cellWidth}
      y={lines[0] * lineHeight - 0.5}
      width={(minutes[1] - minutes[0] + 1) * cellWidth}
      height={(lines[1] - lines[0] + 1) * lineHeight}
    />
  )
}

function MinuteNames({ map, cellWidth }: { map: LoadMap; cellWidth: number }) {
  const { language } = useReading()
  const y = map.lines.length * lineHeightOf(map) + AXIS_HEIGHT - 6
  const every = NAMED_MINUTES.find((minutes) => minutes * cellWidth >= NAME_WIDTH) ?? MINUTES
  return map.minutes.map((minute, at) =>
    at % every === 0 ? (
      <text key={minute} x={at * cellWidth} y={y}>
        {minuteTime(minute, language)}
      </text>
    ) : null,
  )
}
