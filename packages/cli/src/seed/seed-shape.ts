import { expectDefined } from '@rowhouse/platform'
import type { IndexField } from '@rowhouse/client'
import { fieldTypes } from '@rowhouse/protocol'
import { z } from 'zod/mini'

const names = z.array(z.string())
/** Integers are bigint in the parsed file, because those of rows must not be rounded. */
const count = z.pipe(
  z.bigint().check(z.minimum(-1n), z.maximum(2n ** 31n - 1n)),
  z.transform((value: bigint) => Number(value)),
)

const fieldType = z.enum(fieldTypes)

const fieldOptions = {
  type: fieldType,
  index: z.exactOptional(z.boolean()),
  sortAndAgg: z.exactOptional(z.boolean()),
  store: z.exactOptional(z.boolean()),
  isArray: z.exactOptional(z.boolean()),
  isVirtualField: z.exactOptional(z.boolean()),
  enableHighlighting: z.exactOptional(z.boolean()),
  analyzer: z.exactOptional(z.string()),
  sourceFieldNames: z.exactOptional(names),
  dateFormats: z.exactOptional(names),
  indexOptions: z.exactOptional(z.enum(['DOCS', 'FREQS', 'POSITIONS', 'OFFSETS'])),
  jsonType: z.exactOptional(z.enum(['OBJECT', 'NESTED'])),
  vectorOptions: z.exactOptional(
    z.strictObject({
      dataType: z.literal('FLOAT_32'),
      dimension: count,
      metricType: z.enum(['EUCLIDEAN', 'COSINE', 'DOT_PRODUCT']),
    }),
  ),
}

/** A type such as `"KEYWORD"`, or an object with options; `fields` are the sub-fields of a nested field. */
const field: z.ZodMiniType<IndexField> = z.lazy(() => z.union([fieldType, fieldObject]))
const fieldObject = z.strictObject({
  ...fieldOptions,
  fields: z.exactOptional(z.record(z.string(), field)),
})

const table = z.strictObject({
  key: z.record(z.string(), z.enum(['string', 'integer', 'binary', 'autoIncrement'])),
  columns: z.exactOptional(
    z.record(z.string(), z.enum(['string', 'integer', 'double', 'boolean', 'binary'])),
  ),
  timeToLive: z.exactOptional(count),
  maxVersions: z.exactOptional(count),
  localTransactions: z.exactOptional(z.boolean()),
  indexes: z.exactOptional(
    z.record(
      z.string(),
      z.strictObject({
        key: names,
        columns: z.exactOptional(names),
        type: z.exactOptional(z.enum(['GLOBAL', 'LOCAL'])),
      }),
    ),
  ),
  searchIndexes: z.exactOptional(
    z.record(
      z.string(),
      z.strictObject({
        fields: z.record(z.string(), field),
        routingFields: z.exactOptional(names),
        timeToLive: z.exactOptional(count),
      }),
    ),
  ),
  rows: z.exactOptional(z.array(z.record(z.string(), z.unknown()))),
})

/** The shape of a seed file; the values of rows are checked later by the types of their table. */
export const seedShape = z.strictObject({ tables: z.record(z.string(), table) })
export type SeedTableShape = z.output<typeof table>

type Issue = z.core.$ZodIssue

/** The issue to report: the first one; of a union, that of the alternative that was valid furthest. */
export function firstIssue(issues: readonly Issue[]): Issue | undefined {
  const [issue] = issues
  if (issue?.code !== 'invalid_union') return issue
  const inner = issue.errors
    .map((branch) => firstIssue(branch))
    .find((one) => one !== undefined && (one.path.length > 0 || one.code === 'unrecognized_keys'))
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] }
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${WORDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`
    case 'unrecognized_keys':
      return `knows no '${expectDefined(issue.keys[0], 'an unknown key')}'`
    case 'invalid_union':
      return `must be a type of fields (${fieldTypes.join(', ')}) or an object with one`
    default:
      return 'is out of its range'
  }
}
