export type DecayMath = 'GAUSS' | 'EXP' | 'LINEAR'

export interface DecayShape {
  readonly math: DecayMath
  /** Above 0, in the unit of the distances. */
  readonly scale: number
  /** The score is 1 within this distance. */
  readonly offset: number
  /** The score at offset + scale, between 0 and 1. */
  readonly decay: number
}

/** Maps a distance, never negative, to a score from 0 to 1. */
export type Decay = (distance: number) => number

export const createDecay = ({ math, scale, offset, decay }: DecayShape): Decay => {
  const beyond = (distance: number): number => Math.max(0, distance - offset)
  if (math === 'LINEAR') {
    const reach = scale / (1 - decay)
    return (distance) => Math.max(0, (reach - beyond(distance)) / reach)
  }
  const rate = Math.log(decay) / scale
  if (math === 'EXP') return (distance) => Math.exp(rate * beyond(distance))
  const squared = rate / scale
  return (distance) => Math.exp(squared * beyond(distance) ** 2)
}

export type MultiValueMode = 'MIN' | 'MAX' | 'SUM' | 'AVG'

/** The distance of a row whose field has several values. */
export const combineDistances = (mode: MultiValueMode, distances: readonly number[]): number => {
  if (mode === 'MIN') return Math.min(...distances)
  if (mode === 'MAX') return Math.max(...distances)
  const sum = distances.reduce((total, distance) => total + distance, 0)
  return mode === 'SUM' ? sum : sum / distances.length
}
