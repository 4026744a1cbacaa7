const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '43%']

/** Lines in the place of what is loading; they show only if it takes a while. */
export function Skeleton({ label }: { label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {WIDTHS.map((width) => (
        <span key={width} style={{ width }} />
      ))}
    </div>
  )
}
