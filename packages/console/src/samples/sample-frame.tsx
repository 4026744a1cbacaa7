import type { SampleFound, SampleName, SamplesOverview } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { Frame } from '../frame/frame.js'
import { samplesPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { useSamples } from './sample-gate.js'
import './samples.css'
import { type SamplePage, samplePages } from './sample-pages-list.js'
import { samplesTexts } from './samples-texts.js'

/** Where the questions of a page are asked. */
export interface SamplePlace {
  /** The visitor's own instance, or the shared one. */
  readonly instance: string
  readonly found: SampleFound
  readonly overview: SamplesOverview
  readonly mayWrite: boolean
}

/** The path to a page of the samples, with its siblings. */
export function SamplePathFrame(props: {
  instance: string
  page: SamplePage
  /** Whoever looks at the shared samples goes on to other shared ones; the lab has none. */
  isShared?: boolean
  children: ReactNode
}) {
  const { instance, page, isShared = false, children } = props
  const texts = useRoomTexts(samplesTexts)
  const label = isShared ? texts.sharedTitle : texts.title
  const list = { label, path: samplesPath(instance) }
  const siblings = samplePages.map((each) => {
    const path = samplesPath(instance, each)
    const place = isShared && each !== 'card-lab' ? `${path}?in=shared` : path
    return { label: texts[each], path: place }
  })
  return (
    <Frame
      instance={instance}
      steps={[{ label, siblings: [list] }]}
      here={{ label: texts[page], siblings, areViews: true }}
    >
      {children}
    </Frame>
  )
}

/** A page over the rows of a sample; without them it says how to get them. */
export function SampleFrame({
  instance,
  sample,
  children,
}: {
  instance: string
  sample: SampleName
  children: (place: SamplePlace) => ReactNode
}) {
  const texts = useRoomTexts(samplesTexts)
  const loading = useTexts().loading
  const signed = useSigned()
  const [search] = useSearchParams()
  const isShared = search.get('in') === 'shared'
  const place = isShared ? 'shared-samples' : instance
  const samples = useSamples(place)
  const overview = samples.data
  const found = overview?.sets[sample]
  const isReady = overview !== undefined && found !== undefined && found.loaded >= found.rows
  return (
    <SamplePathFrame instance={instance} page={sample} isShared={isShared}>
      {samples.isPending && (
        <main className="page">
          <Skeleton label={loading} />
        </main>
      )}
      {samples.error !== null && overview === undefined && (
        <main className="page">
          <ErrorNote error={samples.error} retry={() => void samples.refetch()} />
        </main>
      )}
      {overview !== undefined && !isReady && (
        <main className="page">
          <h1>{texts[sample]}</h1>
          <div className="empty">
            <p>{texts.notHere(texts[sample])}</p>
            <p className="quiet">{texts.notHereHelp}</p>
            <div className="fields">
              <Link className="button main" href={samplesPath(instance)}>
                {texts.title}
              </Link>
              {overview.sharedSets.includes(sample) && !isShared && (
                <Link className="button" href={`${samplesPath(instance, sample)}?in=shared`}>
                  {texts.useShared}
                </Link>
              )}
            </div>
          </div>
        </main>
      )}
      {isReady &&
        children({
          instance: place,
          found,
          overview,
          mayWrite: mayWrite(signed) && !isShared,
        })}
    </SamplePathFrame>
  )
}
