import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkHistory } from './check-history.js'
import type { RecordedCall } from './operation.js'
import { type RowOperation, type RowState, rowModel } from './row-model.js'
import { impossible } from './operation.js'

type Call = RecordedCall<RowOperation>

const call = (
  client: string,
  begin: number,
  end: number | undefined,
  operation: RowOperation,
): Call => ({ client, operation, begin, end })

const put = (value: number): RowOperation => ({ kind: 'put', value })
const held = (value: number, count?: number): RowState => ({ value, count })
const read = (found: RowState): RowOperation => ({ kind: 'read', found })
const setIf = (expected: number, value: number, succeeded?: boolean): RowOperation => ({
  kind: 'set if',
  expected,
  value,
  succeeded,
})
const increment = (after?: number): RowOperation => ({ kind: 'increment', after })

const verdictOf = (...calls: Call[]): string => checkHistory(rowModel, calls).kind

describe('a history is linearizable', () => {
  it('when it is empty, or one client after the other', () => {
    expect(verdictOf()).toBe('linearizable')
    expect(
      verdictOf(
        call('a', 1, 2, put(1)),
        call('b', 3, 4, read(held(1))),
        call('a', 5, 6, { kind: 'delete' }),
        call('b', 7, 8, read(undefined)),
      ),
    ).toBe('linearizable')
  })

  it('when readers concurrent with a write see the state before and after it', () => {
    expect(
      verdictOf(
        call('a', 1, 10, put(1)),
        call('b', 2, 3, read(undefined)),
        call('c', 4, 5, read(held(1))),
      ),
    ).toBe('linearizable')
  })

  it('when a write without an answer takes effect late, or never', () => {
    const lost = call('a', 1, undefined, put(1))
    expect(verdictOf(lost, call('b', 2, 3, read(undefined)), call('b', 8, 9, read(held(1))))).toBe(
      'linearizable',
    )
    expect(verdictOf(lost, call('b', 2, 3, read(undefined)))).toBe('linearizable')
  })

  it('when one of two conditional writes wins', () => {
    expect(
      verdictOf(
        call('a', 1, 2, put(1)),
        call('a', 3, 6, setIf(1, 2, true)),
        call('b', 4, 5, setIf(1, 3, false)),
        call('b', 7, 8, read(held(2))),
      ),
    ).toBe('linearizable')
  })

  it('when the answers of increments have some order', () => {
    expect(
      verdictOf(
        call('a', 1, 6, increment(2)),
        call('b', 2, 5, increment(1)),
        call('c', 3, undefined, increment()),
        call('a', 7, 8, read({ value: undefined, count: 3 })),
      ),
    ).toBe('linearizable')
  })
})

describe('a history is not linearizable', () => {
  const bad = 'not linearizable'

  it('with a stale read', () => {
    expect(
      verdictOf(call('a', 1, 2, put(1)), call('a', 3, 4, put(2)), call('b', 5, 6, read(held(1)))),
    ).toBe(bad)
  })

  it('with a lost update', () => {
    expect(
      verdictOf(
        call('a', 1, 4, increment(1)),
        call('b', 2, 3, increment(1)),
        call('a', 5, 6, read({ value: undefined, count: 1 })),
      ),
    ).toBe(bad)
    expect(
      verdictOf(
        call('a', 1, 2, put(1)),
        call('a', 3, 6, setIf(1, 2, true)),
        call('b', 4, 5, setIf(1, 3, true)),
      ),
    ).toBe(bad)
  })

  it('with reads that go back in time, even during the write', () => {
    expect(
      verdictOf(
        call('a', 1, 10, put(1)),
        call('b', 2, 3, read(held(1))),
        call('c', 4, 5, read(undefined)),
      ),
    ).toBe(bad)
  })

  it('with a value that was lost after another client saw it', () => {
    expect(
      verdictOf(
        call('a', 1, undefined, put(1)),
        call('b', 2, 3, read(held(1))),
        call('b', 8, 9, read(undefined)),
      ),
    ).toBe(bad)
  })

  it('with a value that nobody wrote, or a write that is visible before it began', () => {
    expect(verdictOf(call('a', 1, 2, put(1)), call('b', 3, 4, read(held(7))))).toBe(bad)
    expect(verdictOf(call('b', 1, 2, read(held(1))), call('a', 3, 4, put(1)))).toBe(bad)
  })

  it('with an acknowledged write that was lost, and the verdict says where the search stopped', () => {
    const gone = call('b', 3, 4, read(undefined))
    const verdict = checkHistory(rowModel, [call('a', 1, 2, put(1)), gone])
    expect(verdict).toMatchObject({ kind: bad, stuckAt: [gone] })
  })

  it('with a write without an answer that takes effect after its expiry', () => {
    const lost = { ...call('a', 1, undefined, put(1)), expiry: 4 }
    const [early, late] = [call('b', 2, 3, read(undefined)), call('b', 5, 6, read(undefined))]
    expect(verdictOf(lost, early, call('b', 7, 8, read(held(1))))).toBe('linearizable')
    expect(verdictOf(lost, early, late, call('b', 7, 8, read(held(1))))).toBe(bad)
  })

  it('with a write without an answer that takes effect twice', () => {
    expect(
      verdictOf(
        call('a', 1, undefined, put(1)),
        call('b', 2, 3, read(held(1))),
        call('b', 4, 5, put(2)),
        call('b', 6, 7, read(held(1))),
      ),
    ).toBe(bad)
  })
})

describe('random histories', () => {
  const intent = fc.oneof(
    fc.constant(read(undefined)),
    fc.constantFrom(1, 2, 3).map(put),
    fc.constant<RowOperation>({ kind: 'delete' }),
    fc.tuple(fc.constantFrom(1, 2, 3), fc.constantFrom(1, 2, 3)).map(([a, b]) => setIf(a, b)),
    fc.constant(increment()),
  )
  const calls = fc.array(
    fc.record({ intent, before: fc.nat(6), after: fc.nat(6), silent: fc.nat(9) }),
    { maxLength: 40 },
  )

  /** Carries out each call at one moment, and lets it begin earlier and end later. */
  const recordedOf = (
    plan: readonly { intent: RowOperation; before: number; after: number; silent: number }[],
  ): Call[] => {
    let state: RowState = rowModel.initial
    return plan.flatMap(({ intent: wanted, before, after, silent }, index) => {
      const answered = withOutcome(state, wanted)
      const unanswered = silent === 0 && wanted.kind !== 'read'
      if (unanswered && index % 2 === 0)
        return [call(`c${index}`, index * 4 - before, undefined, wanted)]
      const next = rowModel.apply(state, answered)
      if (next === impossible) throw new Error('the outcome was taken from the state')
      state = next
      const moment = index * 4
      return unanswered
        ? [call(`c${index}`, moment - before, undefined, wanted)]
        : [call(`c${index}`, moment - before, moment + after, answered)]
    })
  }

  const withOutcome = (state: RowState, wanted: RowOperation): RowOperation => {
    if (wanted.kind === 'read') return read(state)
    if (wanted.kind === 'increment') return increment((state?.count ?? 0) + 1)
    if (wanted.kind !== 'set if') return wanted
    return { ...wanted, succeeded: state?.value === wanted.expected }
  }

  it('are accepted when the calls were carried out one by one', () => {
    fc.assert(
      fc.property(calls, (plan) => {
        expect(checkHistory(rowModel, recordedOf(plan)).kind).toBe('linearizable')
      }),
    )
  })

  it('are refused when a last read finds an impossible state', () => {
    fc.assert(
      fc.property(calls, (plan) => {
        const recorded = recordedOf(plan)
        const late = call('z', 10_000, 10_001, read(held(99)))
        expect(checkHistory(rowModel, [...recorded, late]).kind).toBe('not linearizable')
      }),
    )
  })
})
