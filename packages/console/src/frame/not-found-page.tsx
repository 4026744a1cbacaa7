import { useLocation } from 'wouter'
import { useSigned } from '../gate/use-gate.js'
import { useTexts } from '../texts/use-texts.js'
import { Frame } from './frame.js'

/** An address without a page, with the ways to all others around it. */
export function NotFoundPage() {
  const texts = useTexts()
  const { session } = useSigned()
  const [location] = useLocation()
  const named = session.instances.find((name) => location.startsWith(`/${name}/`))
  const instance = named ?? session.instances[0]
  return (
    <Frame {...(instance === undefined ? {} : { instance })} here={{ label: '404', siblings: [] }}>
      <main className="page">
        <p>{texts.errors.notFound}</p>
      </main>
    </Frame>
  )
}
