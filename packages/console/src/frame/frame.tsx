import type { ReactNode } from 'react'
import { useSigned } from '../gate/use-gate.js'
import './frame.css'
import { PathHeader, type Step } from './path-header.js'
import { Rail } from './rail.js'

export const tablesPath = (instance: string): string => `/${encodeURIComponent(instance)}/tables`

/** The partitions of a table. */
export const partitionsPath = (instance: string, table: string): string =>
  `${rowsPath(instance, table)}/partitions`

export const rowsPath = (instance: string, table: string): string =>
  `${tablesPath(instance)}/${encodeURIComponent(table)}`

/** Every page of an instance: the rail, the path to the page, and the page. */
export function Frame({
  instance,
  steps = [],
  here,
  children,
}: {
  instance: string
  steps?: readonly Step[]
  here: Step
  children: ReactNode
}) {
  const { session } = useSigned()
  const first = {
    label: instance,
    siblings: session.instances.map((name) => ({ label: name, path: tablesPath(name) })),
  }
  return (
    <div className="frame">
      <Rail instance={instance} />
      <div className="content">
        <PathHeader steps={[first, ...steps]} here={here} />
        {children}
      </div>
    </div>
  )
}
