import { useLocation } from 'wouter'
import { samplesPath } from '../frame/paths.js'
import { useSamples } from './sample-gate.js'
import { SampleList } from './samples-page.js'

/** The samples on the first page of an empty instance. A load that is begun here is shown on their page. */
export function SampleOffers({ instance }: { instance: string }) {
  const overview = useSamples(instance).data
  const [, go] = useLocation()
  if (overview === undefined) return null
  const begun = (): void => go(samplesPath(instance))
  return <SampleList instance={instance} overview={overview} begun={begun} />
}
