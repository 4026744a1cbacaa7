interface Named {
  readonly name: string
}

/**
 * The order of results inside a group: by name, small letters before capitals. The PHP SDK's test of
 * group-bys asks for `AGG_DISTINCT_COUNT_test` and `xx123` and is answered `xx123` first.
 */
export const compareByName = (a: Named, b: Named): number => {
  const [one, other] = [capitalsLast(a.name), capitalsLast(b.name)]
  return one === other ? 0 : one < other ? -1 : 1
}

/** The first sign behind `z` in front of each capital. */
const capitalsLast = (name: string): string => name.replaceAll(/[A-Z]/g, '{$&')
