/** Of a chart; more would be no picture. */
const STEPS_MAX = 1_000

/**
 * The items with one of `none` for each step between them that has no item, so that a chart's axis of time is
 * even. Items begin at whole steps, the earliest first.
 */
export function fillSteps<Item extends { readonly from: number }>(
  items: readonly Item[],
  stepMs: number,
  none: (from: number) => Item,
): readonly Item[] {
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined) return items
  const steps = Math.round((last.from - first.from) / stepMs) + 1
  if (steps > STEPS_MAX) return items
  const byTime = new Map(items.map((item) => [item.from, item]))
  return Array.from({ length: steps }, (_, nth) => {
    const from = first.from + nth * stepMs
    return byTime.get(from) ?? none(from)
  })
}
