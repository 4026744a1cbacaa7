import { useState } from 'react'
import { ErrorNote } from '../../parts/error-note.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useTexts } from '../../texts/use-texts.js'
import { GateError } from '../../gate/gate-client.js'
import { withCondition } from '../builder/bool-clauses.js'
import { refusedPlaces } from '../builder/refused-places.js'
import { type DataObject, objectOf, objectsOf } from '../forms/form.js'
import { type IndexField, textOfValue } from '../forms/searchable-fields.js'
import { useSearchAddress } from '../search-address.js'
import type { IndexPlace } from '../page-requests.js'
import { TimeSpent } from '../results/time-spent.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { useStatistics } from '../use-search.js'
import { AddStatistic } from './add-statistic.js'
import { EditStatistic } from './edit-statistic.js'
import { Figure } from './figure.js'
import { GroupResult, hasRowsOf } from './group-result.js'
import { TopRows } from './top-rows.js'

interface StatisticsProps {
  readonly place: IndexPlace
  readonly fields: readonly IndexField[]
  readonly search: DataObject
}

/** Groups and figures over all hits of a search. */
export function Statistics({ place, fields, search }: StatisticsProps) {
  const texts = useSearchTexts().statistics
  const { loading } = useTexts()
  const [, change] = useSearchAddress()
  const found = useStatistics(place, search)
  const answer = found.data?.answer
  const isNone =
    objectsOf(search['aggregations']).length + objectsOf(search['groupBys']).length === 0
  const only = (condition: DataObject): void => {
    const before = objectOf(search['query']) ?? { kind: 'matchAll' }
    change({ search: { ...search, query: withCondition(before, condition) } })
  }
  return (
    <section className="statistics" aria-label={texts.result}>
      <AddStatistic place={place} fields={fields} search={search} />
      {isNone && <p className="empty">{texts.empty}</p>}
      {found.error !== null && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {answer === undefined && found.error !== null && (
        <Refused {...{ place, fields, search }} error={found.error} />
      )}
      {!isNone && found.isPending && <Skeleton label={loading} />}
      {answer !== undefined && (
        <>
          <div className="figures">
            {answer.aggregations.map((result) => (
              <Statistic
                key={result.name}
                {...{ place, fields, search }}
                part="aggregations"
                name={result.name}
                isWide={result.kind === 'topRows'}
              >
                {result.kind === 'topRows' ? (
                  <TopRows rows={result.rows} />
                ) : (
                  <Figure result={result} />
                )}
              </Statistic>
            ))}
          </div>
          <div className="groups">
            {answer.groupBys.map((result) => {
              const given = objectsOf(search['groupBys']).find(({ name }) => name === result.name)
              return (
                <Statistic
                  key={result.name}
                  {...{ place, fields, search }}
                  part="groupBys"
                  name={result.name}
                  isWide={hasRowsOf(result)}
                >
                  <GroupResult
                    result={result}
                    field={fields.find(({ name }) => name === textOfValue(given?.['fieldName']))}
                    only={only}
                  />
                </Statistic>
              )
            })}
          </div>
          <p className="status" role="status">
            {answer.total !== undefined && <strong>{texts.rowsOf(answer.total)}</strong>}
            {found.data !== undefined && <TimeSpent answers={[found.data]} />}
          </p>
        </>
      )}
    </section>
  )
}

/** What was asked for where nothing was answered, so that it can be changed: what is refused says so. */
function Refused({ error, ...given }: StatisticsProps & { error: Error }) {
  const { search, fields } = given
  const places = error instanceof GateError ? refusedPlaces(search, error.message, fields) : []
  return (['aggregations', 'groupBys'] as const).map((part) => (
    <div key={part} className="figures">
      {objectsOf(search[part]).map((asked, at) => (
        <Statistic key={at} {...given} part={part} name={textOfValue(asked['name'])}>
          {places.some(([member, place]) => member === part && place === at) && (
            <span className="fault refused">{error.message}</span>
          )}
        </Statistic>
      ))}
    </div>
  ))
}

/** One result under its name, with the way to change what is asked. */
function Statistic({
  place,
  fields,
  search,
  part,
  name,
  isWide = false,
  children,
}: StatisticsProps & {
  part: 'aggregations' | 'groupBys'
  name: string
  isWide?: boolean
  children: React.ReactNode
}) {
  const texts = useSearchTexts().statistics
  const [, change] = useSearchAddress()
  const [isEdited, setEdited] = useState(false)
  const all = objectsOf(search[part])
  const replace = (changed: readonly DataObject[]): void =>
    change({ search: { ...search, [part]: changed } })
  return (
    <section className={isWide ? 'statistic whole' : 'statistic'} aria-label={name}>
      <div className="fields">
        <h2>{name}</h2>
        <button
          type="button"
          className="button plain last"
          aria-pressed={isEdited}
          onClick={() => setEdited(!isEdited)}
        >
          {texts.edit}
        </button>
        <button
          type="button"
          className="button plain remove"
          aria-label={texts.remove(name)}
          onClick={() => replace(all.filter((each) => each['name'] !== name))}
        >
          ×
        </button>
      </div>
      {isEdited && (
        <EditStatistic
          place={place}
          fields={fields}
          part={part}
          given={all.find((each) => each['name'] === name) ?? {}}
          save={(changed) => {
            setEdited(false)
            replace(all.map((each) => (each['name'] === name ? changed : each)))
          }}
        />
      )}
      {children}
    </section>
  )
}
