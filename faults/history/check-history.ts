import { type RecordedCall, type SequentialModel, impossible } from './operation.js'

export type Verdict<Operation> =
  | { readonly kind: 'linearizable'; readonly steps: number }
  | {
      readonly kind: 'not linearizable'
      /** The longest possible order, and the calls of which none could come next. */
      readonly order: readonly RecordedCall<Operation>[]
      readonly stuckAt: readonly RecordedCall<Operation>[]
    }
  /** The search was given up. With short histories, that is a mistake of the recorder. */
  | { readonly kind: 'undecided' }

const STEPS_MAX = 2_000_000

interface Choice<State> {
  readonly state: State
  readonly candidates: readonly number[]
  next: number
  /** The call that led here. */
  readonly chosen: number
  /** The latest begin so far: no later call can take effect before it. */
  readonly moment: number
}

/**
 * Searches for an order of the calls that respects time and that the model allows, after Wing and Gong:
 * a call may come next if it began before all other remaining calls had ended. Each situation (the done
 * calls and the state) is visited once, as Lowe proposed.
 */
export const checkHistory = <State, Operation>(
  model: SequentialModel<State, Operation>,
  recorded: readonly RecordedCall<Operation>[],
  stepsMax: number = STEPS_MAX,
): Verdict<Operation> => {
  const calls = recorded.toSorted((a, b) => a.begin - b.begin)
  const done = new Uint8Array(calls.length)
  const visited = new Set<string>()
  let answeredLeft = calls.filter(({ end }) => end !== undefined).length
  let longest: number[] = []
  let stuckAt: readonly number[] = []
  let steps = 0
  const path: Choice<State>[] = []
  const enter = (state: State, chosen: number, moment: number): void => {
    path.push({ state, candidates: candidatesOf(calls, done, moment), next: 0, chosen, moment })
  }
  enter(model.initial, -1, Number.NEGATIVE_INFINITY)
  while (answeredLeft > 0) {
    const choice = path.at(-1)
    if (choice === undefined) return failure(calls, longest, stuckAt)
    const index = choice.candidates[choice.next++]
    if (index === undefined) {
      if (path.length > longest.length) {
        longest = path.map(({ chosen }) => chosen)
        stuckAt = choice.candidates
      }
      path.pop()
      if (choice.chosen < 0) continue
      done[choice.chosen] = 0
      if (calls[choice.chosen]?.end !== undefined) answeredLeft++
      continue
    }
    const call = calls[index]
    if (call === undefined) continue
    if (++steps > stepsMax) return { kind: 'undecided' }
    const after = model.apply(choice.state, call.operation)
    if (after === impossible) continue
    done[index] = 1
    const situation = `${situationOf(done)}|${model.nameOf(after)}`
    if (visited.has(situation)) {
      done[index] = 0
      continue
    }
    visited.add(situation)
    if (call.end !== undefined) answeredLeft--
    enter(after, index, Math.max(choice.moment, call.begin))
  }
  return { kind: 'linearizable', steps }
}

/** The calls that may come next; answered ones first, because the others need not happen. */
const candidatesOf = (
  calls: readonly RecordedCall<unknown>[],
  done: Uint8Array,
  moment: number,
): readonly number[] => {
  let firstEnd = Number.POSITIVE_INFINITY
  for (const [index, { end }] of calls.entries())
    if (done[index] === 0 && end !== undefined && end < firstEnd) firstEnd = end
  const answered: number[] = []
  const unanswered: number[] = []
  for (const [index, { begin, end, expiry }] of calls.entries()) {
    if (begin > firstEnd) break
    if (expiry !== undefined && expiry <= moment) continue
    if (done[index] === 0) (end === undefined ? unanswered : answered).push(index)
  }
  return [...answered, ...unanswered]
}

/** A text for the set of done calls: the first that is not done, and the done ones after it. */
const situationOf = (done: Uint8Array): string => {
  const first = done.indexOf(0)
  if (first === -1) return 'all'
  return `${first}:${Buffer.from(done.subarray(first, done.lastIndexOf(1) + 1)).toString('latin1')}`
}

const failure = <Operation>(
  calls: readonly RecordedCall<Operation>[],
  longest: readonly number[],
  stuckAt: readonly number[],
): Verdict<Operation> => ({
  kind: 'not linearizable',
  order: longest.flatMap((index) => calls[index] ?? []),
  stuckAt: stuckAt.flatMap((index) => calls[index] ?? []),
})
