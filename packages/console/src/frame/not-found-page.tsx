import { useTexts } from '../texts/use-texts.js'
import { Frame } from './frame.js'
import { usePlace } from './use-place.js'

/** An address without a page, with the ways to all others around it. */
export function NotFoundPage() {
  const texts = useTexts()
  return (
    <Frame {...usePlace()} here={{ label: '404', siblings: [] }}>
      <main className="page">
        <p>{texts.errors.notFound}</p>
      </main>
    </Frame>
  )
}
