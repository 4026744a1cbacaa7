import { outOfRange } from '@rowhouse/platform'
import { radixOrder } from './radix-order.js'

const SIGN = 0x8000_0000

/** The stable order of values; zero and minus zero are equal. */
export const numberOrder = (values: Int32Array | BigInt64Array | Float64Array): Uint32Array => {
  const count = values.length
  const low = new Uint32Array(count)
  if (values instanceof Int32Array) {
    for (let index = 0; index < count; index++) low[index] = (values[index] ?? outOfRange()) ^ SIGN
    return radixOrder(low, undefined, count)
  }
  const high = new Uint32Array(count)
  const words = new Uint32Array(values.buffer, values.byteOffset, count * 2)
  const isDouble = values instanceof Float64Array
  for (let index = 0; index < count; index++) {
    const upper = words[index * 2 + 1] ?? outOfRange()
    const lower = words[index * 2] ?? outOfRange()
    if (!isDouble || upper < SIGN || (upper === SIGN && lower === 0)) {
      high[index] = isDouble ? upper | SIGN : upper ^ SIGN
      low[index] = lower
    } else {
      high[index] = ~upper
      low[index] = ~lower
    }
  }
  return radixOrder(low, high, count)
}
