import { padded, plainText, widthOf } from '@rowhouse/shell'
import type { MadeKey, PreparedImport } from '@rowhouse/transfer'

/** The columns of the file and their targets. */
export function describePlan({ plan, inferred }: PreparedImport, tableName: string): string {
  const keyNames = Object.keys(plan.schema.key)
  const rows = plan.columns.map(({ source, target, type, timeFormat }, i) => {
    const { example = '', isTime = false } = inferred[i] ?? {}
    const format = timeFormat === undefined ? '' : `(${timeFormat})`
    const hint = isTime && type === 'string' ? ' (a time? --map it to :time)' : ''
    const use =
      target === undefined
        ? 'left out'
        : `${target} ${type}${format}${keyNames.includes(target) ? ', key' : ''}${hint}`
    return [plainText(source), plainText(use), plainText(example)] as const
  })
  const width = (part: 0 | 1): number => Math.max(...rows.map((row) => widthOf(row[part])))
  const [first, second] = [width(0), width(1)]
  const state = plan.isNewTable ? 'is missing and will be created' : 'exists'
  const counter = plan.counter === undefined ? [] : [`  ${plan.counter} counts the records`]
  return `${[
    `table ${tableName} ${state}, key ${keyNames.join(', ')}`,
    ...rows.map(([source, use, example]) =>
      `  ${padded(source, first)}  ${padded(use, second)}  ${example}`.trimEnd(),
    ),
    ...counter,
    ...plan.madeKeys.map(describeMade),
  ].join('\n')}\n`
}

const describeMade = (made: MadeKey): string =>
  made.kind === 'hash'
    ? `  ${made.target} is ${made.source} behind ${made.digits} digits of its MD5: ranges over it are lost`
    : `  ${made.target} is ${made.parts.map(({ name }) => name).join(made.connector)}`
