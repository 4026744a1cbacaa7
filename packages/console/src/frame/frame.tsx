import type { ReactNode } from 'react'
import { useSigned } from '../gate/use-gate.js'
import './frame.css'
import { PaletteKeys } from './palette/palette-keys.js'
import { type Here, PathHeader, type Step } from './path-header.js'
import { homePath } from './paths.js'
import { Rail } from './rail.js'
import { UnderWay } from './under-way.js'
import { useTexts } from '../texts/use-texts.js'

/** Every page, of an instance or of the server: the rail, the path to the page, and the page. */
export function Frame({
  instance,
  steps = [],
  here,
  children,
}: {
  instance?: string
  steps?: readonly Step[]
  here: Here
  children: ReactNode
}) {
  const { session } = useSigned()
  const { skip } = useTexts()
  const first =
    instance === undefined
      ? []
      : [
          {
            label: instance,
            siblings: session.instances.map((name) => ({ label: name, path: homePath(name) })),
          },
        ]
  return (
    <div className="frame">
      <button type="button" className="button skip" onClick={skipToPage}>
        {skip}
      </button>
      <Rail instance={instance} />
      <div className="content">
        <PathHeader steps={[...first, ...steps]} here={here} end={<UnderWay />} />
        {children}
        <PaletteKeys instance={instance} />
      </div>
    </div>
  )
}

/** Past the rail and the path, for who moves by Tab. */
function skipToPage(): void {
  const page = document.querySelector<HTMLElement>('main')
  page?.setAttribute('tabindex', '-1')
  page?.focus()
}
