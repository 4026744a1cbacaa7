import { useSearchParams } from 'wouter'
import type { Key } from '@rowhouse/snippets'
import { everything } from '../../rows/key-question.js'
import type { Deletions } from '../../rows/many/use-deletions.js'
import { RowPanel } from '../../rows/row-panel.js'
import { readAddress, writeAddress } from '../../rows/rows-address.js'
import { keyName, useTable } from '../../rows/use-rows.js'

/** The key of the row whose panel is open. */
export function useOpenHit(): readonly [Key | undefined, (key: Key | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const { panel } = readAddress(params)
  const open = (key: Key | undefined): void => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('key')
        if (key === undefined) return after
        const written = writeAddress({
          question: everything,
          clauses: [],
          hidden: [],
          panel: { kind: 'row', key },
        })
        for (const cell of written.getAll('key')) after.append('key', cell)
        return after
      },
      { replace: true },
    )
  }
  return [panel?.kind === 'row' ? panel.key : undefined, open]
}

/** The panel of the row that is open, read from its table. */
export function HitPanel({
  instance,
  table,
  deletions,
}: {
  instance: string
  table: string
  deletions: Deletions
}) {
  const [key, open] = useOpenHit()
  const shape = useTable(instance, table)
  if (key === undefined || shape.data === undefined) return null
  const close = (): void => open(undefined)
  return (
    <RowPanel
      key={keyName(key)}
      instance={instance}
      table={shape.data}
      rowKey={key}
      close={close}
      remove={() => {
        deletions.begin(shape.data, { kind: 'chosen', keys: [key] })
        close()
      }}
    />
  )
}
