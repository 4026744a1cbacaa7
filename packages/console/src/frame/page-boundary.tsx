import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useSigned } from '../gate/use-gate.js'
import { useTexts } from '../texts/use-texts.js'
import { Frame } from './frame.js'
import { usePlace } from './use-place.js'

/**
 * Pages are loaded when they are opened, which fails where the server is gone or is a newer one. That is told
 * in the frame, so that the ways to other pages stay.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  return <Boundary place={location}>{children}</Boundary>
}

interface BoundaryProps {
  readonly place: string
  readonly children: ReactNode
}

/** Whether the page at a place has failed; another place is tried anew. */
interface BoundaryState {
  readonly hasFailed: boolean
  readonly place: string
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, place: this.props.place }

  static getDerivedStateFromError = (): Partial<BoundaryState> => ({ hasFailed: true })

  static getDerivedStateFromProps = ({ place }: BoundaryProps, state: BoundaryState) =>
    place === state.place ? null : { place, hasFailed: false }

  override render(): ReactNode {
    return this.state.hasFailed ? <NotShown /> : this.props.children
  }
}

function NotShown() {
  const texts = useTexts().errors
  const { gate } = useSigned()
  // A module that could not be loaded is tried again by a new page only; the old one stays till then.
  const retry = (): void =>
    void gate.session().then(
      () => location.reload(),
      () => undefined,
    )
  return (
    <Frame {...usePlace()} here={{ label: '…', siblings: [] }}>
      <main className="page">
        <div className="note error" role="alert">
          <p>{texts.notShown}</p>
          <p>
            <button type="button" className="button" onClick={retry}>
              {texts.retry}
            </button>
          </p>
        </div>
      </main>
    </Frame>
  )
}
