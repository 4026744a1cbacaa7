import { Link } from 'wouter'
import { useTexts } from '../texts/use-texts.js'
import { Frame } from './frame.js'
import { homePath } from './paths.js'
import { usePlace } from './use-place.js'

/** An address without a page, with the ways to all others around it. */
export function NotFoundPage() {
  const texts = useTexts()
  const place = usePlace()
  return (
    <Frame {...place} here={{ label: '404', siblings: [] }}>
      <main className="page">
        <p>{texts.errors.notFound}</p>
        {place.instance !== undefined && (
          <p>
            <Link href={homePath(place.instance)}>{texts.rail.home}</Link>
          </p>
        )}
      </main>
    </Frame>
  )
}
