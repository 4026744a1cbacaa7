import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { useWorks } from '../parts/works.js'
import { useTexts } from '../texts/use-texts.js'

/** The way back to an import or a deletion that another page has begun. */
export function UnderWay() {
  const texts = useTexts()
  const works = useWorks()
  const [location] = useLocation()
  const elsewhere = useSyncExternalStore(works.subscribe, works.running).filter(
    ({ path }) => path !== location,
  )
  const [first] = elsewhere
  if (first === undefined) return null
  return (
    <span className="under-way" role="status">
      <Link href={first.path}>{texts.underWay(elsewhere.length)}</Link>
    </span>
  )
}
