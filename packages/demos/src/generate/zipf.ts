/**
 * Turns a number in [0, 1) into a rank below `ranks`, so that rank r is drawn about as often as 1 / (r +
 * 1)^exponent says. It inverts the integral of the curve, so it needs no table and no loop, at any number
 * of ranks.
 */
export function zipf(ranks: number, exponent: number): (draw: number) => number {
  const power = 1 - exponent
  const span = (ranks + 1) ** power - 1
  return (draw) => {
    const point = power === 0 ? (ranks + 1) ** draw : (1 + draw * span) ** (1 / power)
    return Math.min(ranks - 1, Math.floor(point) - 1)
  }
}
