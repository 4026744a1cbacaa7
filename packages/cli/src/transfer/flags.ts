import { InvalidArgumentError } from 'commander'

/** Parses names separated by commas. */
export function listOf(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.some((name) => name === '')) throw new InvalidArgumentError('A name is empty.')
  return names
}

export function positive(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number from 1.')
}
