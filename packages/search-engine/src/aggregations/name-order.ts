interface Named {
  readonly name: string
}

/**
 * The order of results inside a group: by name, lower case before upper case. The PHP SDK's test of
 * group-bys asks for `AGG_DISTINCT_COUNT_test` and `xx123` and receives `xx123` first.
 */
export const compareByName = (a: Named, b: Named): number => {
  const [one, other] = [capitalsLast(a.name), capitalsLast(b.name)]
  return one === other ? 0 : one < other ? -1 : 1
}

/** Puts the character behind `z` in front of each upper-case letter. */
const capitalsLast = (name: string): string => name.replaceAll(/[A-Z]/g, '{$&')
