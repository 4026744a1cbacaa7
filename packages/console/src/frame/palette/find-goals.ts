/** A place or an action that can be chosen by its name. */
export interface Goal {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly go: () => void
}

/** So many are listed; with more letters there are fewer. */
const LISTED = 40

/** Goals with all typed words in name or kind; names that begin with the first word come first. */
export function foundGoals(goals: readonly Goal[], typed: string): readonly Goal[] {
  const words = typed.trim().toLowerCase().split(/\s+/)
  const [first = ''] = words
  const fits = ({ label, kind }: Goal): boolean => {
    const text = `${label} ${kind}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const rank = ({ label }: Goal): number => {
    const name = label.toLowerCase()
    if (name.startsWith(first)) return 0
    return name.includes(first) ? 1 : 2
  }
  return goals
    .filter(fits)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, LISTED)
}
