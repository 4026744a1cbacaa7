import type { SearchIndexDescription, TableDescription } from '@rowhouse/engine'

/** No client can give such a name. */
const MARK = '+fields'

/**
 * Fields are added to an index by building another one behind it, which then takes its place. Until then
 * clients see of it what DescribeSearchIndex tells of the index itself.
 */
export const hiddenNameOf = (index: string): string => `${index}${MARK}`

export const isHidden = ({ name }: SearchIndexDescription): boolean => name.endsWith(MARK)

export const visibleIndexes = ({
  searchIndexes,
}: TableDescription): readonly SearchIndexDescription[] =>
  searchIndexes.filter((index) => !isHidden(index))

/** What is to take the place of the index. */
export const hiddenOf = (
  { searchIndexes }: TableDescription,
  index: SearchIndexDescription,
): SearchIndexDescription | undefined =>
  searchIndexes.find((other) => isHidden(other) && other.source === index.name)
