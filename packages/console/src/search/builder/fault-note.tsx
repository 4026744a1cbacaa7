import type { Path } from '../json/exact-json.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { useFault, useRefusal } from './builder-context.js'

/** What is wrong at a place, in words. */
export function FaultNote({ path }: { path: Path }) {
  const texts = useSearchTexts()
  const fault = useFault(path)
  const refusal = useRefusal(path)
  if (refusal !== undefined) return <span className="fault refused">{refusal}</span>
  if (fault === undefined) return null
  return <span className="fault">{texts.faults[fault.fault](fault.what)}</span>
}
