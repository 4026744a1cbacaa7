/** `row` for one, and `rows` for any other number. */
export const nounFor = (count: number, one: string, more = `${one}s`): string =>
  count === 1 ? one : more

/** `1 row`, `2 rows`. */
export const counted = (count: number, one: string, more?: string): string =>
  `${count} ${nounFor(count, one, more)}`
