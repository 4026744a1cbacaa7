/** From 0 to at least the largest value, in two to five equal steps of 1, 2 or 5 times a power of ten. */
export function niceTicks(most: number): readonly number[] {
  if (!(most > 0)) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [0.2, 0.5, 1, 2, 5].map((each) => each * power).find((each) => most / each <= 4)
  const width = step ?? 5 * power
  const count = Math.ceil(most / width - 1e-9)
  return Array.from({ length: count + 1 }, (_, at) => at * width)
}

const STEP = 1024

/** The same for bytes, whose units grow by 1,024. */
export function byteTicks(most: number): readonly number[] {
  const unit = STEP ** Math.max(0, Math.floor(Math.log(Math.max(most, 1)) / Math.log(STEP)))
  return niceTicks(most / unit).map((tick) => tick * unit)
}
