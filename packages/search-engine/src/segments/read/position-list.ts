import type { PositionList } from '../field-reader.js'

export const roomFor = (target: PositionList, count: number): void => {
  if (target.values.length < count) target.values = new Uint32Array(count * 2)
}
