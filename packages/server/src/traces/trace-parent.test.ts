import { expect, test } from 'vitest'
import { parseTraceParent } from './trace-parent.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test('the header of the specification is read', () => {
  expect(parseTraceParent(`00-${TRACE}-${SPAN}-01`)).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    traceFlags: 1,
  })
  expect(parseTraceParent(` 00-${TRACE}-${SPAN}-00 `)?.traceFlags).toBe(0)
})

test('a header of a later version may be longer', () => {
  expect(parseTraceParent(`01-${TRACE}-${SPAN}-01-more`)?.traceId).toBe(TRACE)
})

test.each([
  undefined,
  '',
  'nonsense',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
])('%s is ignored', (header) => {
  expect(parseTraceParent(header)).toBeUndefined()
})
