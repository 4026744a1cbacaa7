export type FactorModifier =
  | 'NONE'
  | 'LOG'
  | 'LOG1P'
  | 'LOG2P'
  | 'LN'
  | 'LN1P'
  | 'LN2P'
  | 'SQUARE'
  | 'SQRT'
  | 'RECIPROCAL'

const MODIFIERS: Readonly<Record<FactorModifier, (value: number) => number>> = {
  NONE: (value) => value,
  LOG: Math.log10,
  LOG1P: (value) => Math.log10(1 + value),
  LOG2P: (value) => Math.log10(2 + value),
  LN: Math.log,
  LN1P: Math.log1p,
  LN2P: (value) => Math.log(2 + value),
  SQUARE: (value) => value * value,
  SQRT: Math.sqrt,
  RECIPROCAL: (value) => 1 / value,
}

/** A score must be a number that can be sorted and encoded, so the logarithm of zero counts as 0. */
export const fieldValueFactor = (
  value: number,
  factor: number,
  modifier: FactorModifier,
): number => {
  const score = MODIFIERS[modifier](value * factor)
  return Number.isFinite(score) ? score : 0
}
