import { type Month, nameOfMonth } from '../plan/months.js'
import type { Units } from '../plan/set-plan.js'

interface OfMonth {
  readonly month: Month
  readonly table: string
}

/** One change of a set, which can be repeated after an interruption. */
export type Step =
  | (OfMonth & { readonly kind: 'create'; readonly units: Units })
  | (OfMonth & { readonly kind: 'create search index'; readonly index: string })
  | (OfMonth & {
      readonly kind: 'set units'
      readonly from: Units
      readonly to: Units
      /** Milliseconds since the epoch: the service refuses an earlier change. */
      readonly notBefore: number
    })
  | (OfMonth & { readonly kind: 'archive' })
  | (OfMonth & { readonly kind: 'drop'; readonly isArchived: boolean })

/** A line for the user. */
export function describeStep(step: Step): string {
  const of = `${step.table} (${nameOfMonth(step.month)})`
  switch (step.kind) {
    case 'create':
      return `create ${of} with ${unitsText(step.units)}`
    case 'create search index':
      return `create the search index ${step.index} of ${of}`
    case 'set units':
      return `change ${of} from ${unitsText(step.from)} to ${unitsText(step.to)}`
    case 'archive':
      return `archive ${of}`
    case 'drop':
      return step.isArchived ? `compare ${of} with its archive and drop it` : `drop ${of}`
  }
}

const unitsText = ({ read, write }: Units): string => `read ${read}, write ${write}`
