import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { importPath, samplesPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { late } from '../parts/late.js'
import { CreateTable } from '../tables/create-table.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { homeTexts } from './home-texts.js'

const SampleOffers = late(async () => (await import('../samples/sample-offers.js')).SampleOffers)

/** Where to begin: a table, an import, a sample. */
export function EmptyInstance({ instance }: { instance: string }) {
  const words = useRoomTexts(homeTexts)
  const signed = useSigned()
  const [isCreating, setCreating] = useState(false)
  if (isCreating) return <CreateTable instance={instance} done={() => setCreating(false)} />
  return (
    <section>
      <p>{words.empty}</p>
      {!mayWrite(signed) && <p className="note">{words.forbiddenToWrite}</p>}
      <div className="beginnings">
        {mayWrite(signed) && (
          <Beginning title={words.createTitle} help={words.createHelp}>
            <button type="button" className="button main" onClick={() => setCreating(true)}>
              {words.create}
            </button>
          </Beginning>
        )}
        {mayWrite(signed) && (
          <Beginning title={words.importTitle} help={words.importHelp}>
            <Link href={importPath(instance)} className="button">
              {words.import}
            </Link>
          </Beginning>
        )}
      </div>
      <h2>{words.sampleTitle}</h2>
      <p className="quiet">{words.sampleHelp}</p>
      {mayWrite(signed) && <SampleOffers instance={instance} />}
      <p>
        <Link href={samplesPath(instance)}>{words.sample}</Link>
      </p>
    </section>
  )
}

const Beginning = ({
  title,
  help,
  children,
}: {
  title: string
  help: string
  children: ReactNode
}) => (
  <div className="beginning">
    <h2>{title}</h2>
    <p className="quiet">{help}</p>
    <div>{children}</div>
  </div>
)
