import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'

const LINE_PIXELS = 18
const LINES_AHEAD = 20

/** Many lines of which only those in sight are drawn, so that 2 MB do not stop the page. */
export function LineList({
  label,
  count,
  lineAt,
}: {
  label: string
  count: number
  lineAt: (line: number) => string
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PIXELS,
    overscan: LINES_AHEAD,
  })
  return (
    <div className="line-list" ref={scroller} role="group" tabIndex={0} aria-label={label}>
      <div style={{ height: lines.getTotalSize() }}>
        {lines.getVirtualItems().map(({ index, start }) => (
          <div key={index} style={{ transform: `translateY(${start}px)` }}>
            {lineAt(index)}
          </div>
        ))}
      </div>
    </div>
  )
}
