import type { SearchIndexOverview } from '@rowhouse/console-gate/shapes'
import { useMemo, useState } from 'react'
import { CodeView } from '../rows/code-view.js'
import { DeletionBars } from '../rows/many/deletion-bar.js'
import { useDeletions } from '../rows/many/use-deletions.js'
import { LoneQuery } from './builder/query-card.js'
import { BuildingContext } from './builder/builder-context.js'
import { SearchOptions } from './builder/search-options.js'
import { sentenceOf } from './builder/sentence.js'
import { checkData } from './forms/check-data.js'
import { type DataObject, objectOf } from './forms/form.js'
import { byName, fieldsOfIndex } from './forms/searchable-fields.js'
import { searchForm } from './forms/search-forms.js'
import { IndexFacts } from './index-facts.js'
import { JsonPanel } from './json/json-panel.js'
import { NamedSearches } from './named-searches.js'
import { Hits } from './results/hits.js'
import { HitPanel } from './results/hit-panel.js'
import { type Beside, draftAfter, searchText, useSearchAddress } from './search-address.js'
import { useQueryBuilding } from './query-building.js'
import { SearchFrame } from './search-frame.js'
import { indexPath } from './search-paths.js'
import { type IndexPlace, inOrder, searchRequest, statisticsRequest } from './page-requests.js'
import { Statistics } from './statistics/statistics.js'
import { useSearchTexts } from './texts/use-search-texts.js'
import { useFreshAnswers, useLaterAnswers } from './use-fresh-answers.js'
import { useRefusals } from './use-refusals.js'

/** A search over an index: what is asked, and the rows or the statistics that answer it. */
export function SearchPage(place: IndexPlace) {
  return (
    <SearchFrame place={place} view="search">
      {(overview) => <Search place={place} overview={overview} />}
    </SearchFrame>
  )
}

function Search({ place, overview }: { place: IndexPlace; overview: SearchIndexOverview }) {
  const texts = useSearchTexts()
  const [{ search, view }, change] = useSearchAddress()
  const fields = useMemo(() => fieldsOfIndex(overview.schema.fieldSchemas), [overview.schema])
  const faults = checkData(searchForm, search, byName(fields))
  useFreshAnswers(place, overview)
  const alsoRefresh = useLaterAnswers(place)
  const { instance, table } = place
  const deletions = useDeletions({ instance, table, path: indexPath(place), alsoRefresh })
  return (
    <div className="rows">
      <main className="page search">
        <IndexFacts overview={overview} />
        <Question place={place} overview={overview} asked={search} />
        <div className="tabs" role="group" aria-label={texts.page.search}>
          {(['rows', 'statistics'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              onClick={() => change({ view: each })}
            >
              {texts.page[each]}
            </button>
          ))}
        </div>
        {faults.length > 0 ? (
          <p className="note error" role="alert">
            {texts.page.faults}
          </p>
        ) : view === 'rows' ? (
          <Hits place={place} search={inOrder(search, fields)} />
        ) : (
          <Statistics place={place} fields={fields} search={search} />
        )}
        <DeletionBars deletions={deletions} />
      </main>
      <HitPanel instance={instance} table={table} deletions={deletions} />
    </div>
  )
}

/** The question as a sentence, as cards and as JSON; it is asked when it is sent. */
function Question({
  place,
  overview,
  asked,
}: {
  place: IndexPlace
  overview: SearchIndexOverview
  asked: DataObject
}) {
  const texts = useSearchTexts()
  const [{ beside, view }, change] = useSearchAddress()
  const asCode = view === 'statistics' ? statisticsRequest : searchRequest
  const [draft, setDraft] = useDraft(asked)
  const [isFolded, setFolded] = useState(beside === undefined)
  const fields = useMemo(() => fieldsOfIndex(overview.schema.fieldSchemas), [overview.schema])
  const building = useQueryBuilding(searchForm, draft, place, fields)
  const refusals = useRefusals(place, asked, draft, fields)
  const isSound = building.faults.size === 0
  const submit = (): void => {
    if (!isSound) return
    change({ search: draft })
    setFolded(true)
  }
  return (
    <form
      className={isFolded ? 'question folded' : 'question'}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="sentence" aria-live="polite">
        {sentenceOf(texts.sentence, draft)}
      </p>
      <Unfold isFolded={isFolded} change={setFolded} />
      <div className={beside === undefined ? 'builder' : 'builder two'}>
        <BuildingContext value={{ ...building, refusals }}>
          <div className="cards">
            <LoneQuery
              query={objectOf(draft['query']) ?? { kind: 'matchAll' }}
              path={['query']}
              change={(changed) => setDraft({ ...draft, query: changed })}
            />
            <SearchOptions search={draft} change={setDraft} />
          </div>
        </BuildingContext>
        {beside === 'json' && (
          <JsonPanel
            form={searchForm}
            data={draft}
            fields={fields}
            change={setDraft}
            submit={submit}
          />
        )}
        {beside === 'code' && isSound && (
          <CodeView request={asCode(place, draft)} instance={place.instance} />
        )}
      </div>
      <Actions place={place} draft={draft} isSound={isSound} clear={() => setDraft({})} />
    </form>
  )
}

/** A phone shows the answers first, and the question when it is to be changed. */
function Unfold({ isFolded, change }: { isFolded: boolean; change: (isFolded: boolean) => void }) {
  const texts = useSearchTexts().page
  return (
    <button
      type="button"
      className="button unfold"
      aria-expanded={!isFolded}
      onClick={() => change(!isFolded)}
    >
      {isFolded ? texts.unfold : texts.fold}
    </button>
  )
}

/** What is being written; when the address has another search, what was written before is over. */
function useDraft(asked: DataObject): readonly [DataObject, (draft: DataObject) => void] {
  const [{ basis, draft }, setState] = useState({ basis: asked, draft: asked })
  if (searchText(basis) !== searchText(asked)) {
    setState({ basis: asked, draft: draftAfter(basis, asked, draft) })
  }
  return [draft, (changed) => setState({ basis: asked, draft: changed })]
}

/** What can be done with a question. */
function Actions({
  place,
  draft,
  isSound,
  clear,
}: {
  place: IndexPlace
  draft: DataObject
  isSound: boolean
  clear: () => void
}) {
  const texts = useSearchTexts().page
  const [{ beside }, change] = useSearchAddress()
  return (
    <div className="fields">
      <button type="submit" className="button main" disabled={!isSound}>
        {texts.apply}
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          clear()
          change({ search: {} })
        }}
      >
        {texts.reset}
      </button>
      <BesideButtons beside={beside} change={(shown) => change({ beside: shown })} />
      <NamedSearches place={place} search={draft} open={(kept) => change({ search: kept })} />
    </div>
  )
}

function BesideButtons({
  beside,
  change,
}: {
  beside: Beside | undefined
  change: (beside: Beside | undefined) => void
}) {
  const texts = useSearchTexts().page
  return (['json', 'code'] as const).map((each) => (
    <button
      key={each}
      type="button"
      className="button"
      aria-pressed={beside === each}
      onClick={() => change(beside === each ? undefined : each)}
    >
      {texts[each]}
    </button>
  ))
}
