import type { SearchIndexDescription, TableDescription } from '@rowhouse/engine'

/** Clients cannot give such a name. */
const MARK = '+fields'

/**
 * Fields are added to an index by building a hidden index, which then replaces it. Until then clients only
 * see it through DescribeSearchIndex of the index itself.
 */
export const hiddenNameOf = (index: string): string => `${index}${MARK}`

export const isHidden = ({ name }: SearchIndexDescription): boolean => name.endsWith(MARK)

export const visibleIndexes = ({
  searchIndexes,
}: TableDescription): readonly SearchIndexDescription[] =>
  searchIndexes.filter((index) => !isHidden(index))

/** The hidden index that will replace the index. */
export const hiddenOf = (
  { searchIndexes }: TableDescription,
  index: SearchIndexDescription,
): SearchIndexDescription | undefined =>
  searchIndexes.find((other) => isHidden(other) && other.source === index.name)
