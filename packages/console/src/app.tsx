import type { SessionInfo } from '@rowhouse/console-gate/shapes'
import { QueryClient, QueryClientProvider, onlineManager } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { NotFoundPage } from './frame/not-found-page.js'
import { PageBoundary } from './frame/page-boundary.js'
import { homePath, instancesPath, samplesPath, serverPath } from './frame/paths.js'
import { GateClient, GateError, hasSessionEnded } from './gate/gate-client.js'
import { doorOfPage } from './gate/page-door.js'
import { type Signed, SignedContext } from './gate/use-gate.js'
import { HomePage } from './home/home-page.js'
import { ErrorNote } from './parts/error-note.js'
import { SignInAgain } from './sign-in/sign-in-again.js'
import { SignInPage } from './sign-in/sign-in-page.js'
import { useTexts } from './texts/use-texts.js'
import { late } from './parts/late.js'
import { Works, WorksContext, useLeavingWarning } from './parts/works.js'

const RowsPage = late(async () => (await import('./rows/rows-page.js')).RowsPage)

const BillPage = late(async () => (await import('./bill/bill-page.js')).BillPage)

const TablesPage = late(async () => (await import('./tables/tables-page.js')).TablesPage)

const InstancesPage = late(
  async () => (await import('./instances/instances-page.js')).InstancesPage,
)

const OperationsPage = late(
  async () => (await import('./operations/operations-page.js')).OperationsPage,
)

const NewTableImportPage = late(
  async () => (await import('./imports/import-page.js')).NewTableImportPage,
)

const ImportPage = late(async () => (await import('./imports/import-page.js')).ImportPage)

const TableSettingsPage = late(
  async () => (await import('./tables/table-settings-page.js')).TableSettingsPage,
)

const SamplePages = late(async () => (await import('./samples/sample-pages.js')).SamplePages)

const PartitionsPage = late(
  async () => (await import('./partitions/partitions-page.js')).PartitionsPage,
)

const LoadPage = late(async () => (await import('./partitions/load-page.js')).LoadPage)

const SearchIndexesPage = late(
  async () => (await import('./search/search-indexes-page.js')).SearchIndexesPage,
)

const CreateIndexPage = late(
  async () => (await import('./search/indexes/create-index-page.js')).CreateIndexPage,
)

const FieldsPage = late(async () => (await import('./search/indexes/fields-page.js')).FieldsPage)

const SearchPage = late(async () => (await import('./search/search-page.js')).SearchPage)

/** The path of the console, which the server has put into the page. */
const basePath = (): string => new URL(document.baseURI).pathname.replace(/\/$/, '')

/** Who is here: nobody knows yet, nobody, or somebody, whose session may have ended. */
type Presence =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'signed'; readonly session: SessionInfo; readonly hasEnded: boolean }

export function App() {
  const [presence, setPresence] = useState<Presence>({ kind: 'asking' })
  const queries = useMemo(createQueries, [])
  const works = useMemo(() => new Works(), [])
  const gate = useMemo(() => {
    const door = doorOfPage(() => works.running().length > 0)
    return new GateClient(() => setPresence(ended), door)
  }, [works])
  useLeavingWarning(works)
  useEffect(() => {
    void presenceOf(gate).then(setPresence)
  }, [gate])
  const hasEnded = presence.kind === 'signed' && presence.hasEnded
  // What pages read waits until somebody is signed in again, so no page changes behind the sign-in.
  useEffect(() => onlineManager.setOnline(!hasEnded), [hasEnded])
  if (presence.kind === 'asking') return null
  if (presence.kind === 'failed') {
    return <ErrorNote error={presence.error} retry={() => location.reload()} />
  }
  const signedIn = (session: SessionInfo): void => {
    setPresence({ kind: 'signed', session, hasEnded: false })
  }
  if (presence.kind === 'nobody') return <SignInPage gate={gate} onSignedIn={signedIn} />
  const leave = (): void => {
    works.stopAll()
    queries.clear()
  }
  const signed: Signed = {
    gate,
    session: presence.session,
    refresh: async () => {
      const session = await gate.session()
      if (session !== undefined) signedIn(session)
    },
    signOut: () => {
      void gate.signOut().finally(() => {
        leave()
        setPresence({ kind: 'nobody' })
      })
    },
  }
  return (
    <>
      <SignedContext value={signed}>
        <QueryClientProvider client={queries}>
          <Router base={basePath()}>
            <WorksContext value={works}>
              <div className="pages" inert={hasEnded}>
                <PageBoundary key={personOf(presence.session)}>
                  <Pages session={presence.session} />
                </PageBoundary>
              </div>
            </WorksContext>
          </Router>
        </QueryClientProvider>
      </SignedContext>
      {hasEnded && (
        <SignInAgain
          gate={gate}
          last={presence.session}
          onSignedIn={(session) => {
            if (personOf(session) !== personOf(presence.session)) leave()
            signedIn(session)
          }}
        />
      )}
    </>
  )
}

async function presenceOf(gate: GateClient): Promise<Presence> {
  try {
    const session = await gate.session()
    return session === undefined ? { kind: 'nobody' } : { kind: 'signed', session, hasEnded: false }
  } catch (error) {
    return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }
  }
}

const ended = (presence: Presence): Presence =>
  presence.kind === 'signed' ? { ...presence, hasEnded: true } : presence

/** Somebody else finds nothing of what the one before has typed. */
const personOf = ({ access, keyId, instances }: SessionInfo): string =>
  access === 'operator' ? access : `${keyId} ${instances.join()}`

function Pages({ session }: { session: SessionInfo }) {
  const texts = useTexts()
  const [first] = session.instances
  const isOperator = session.access === 'operator'
  if (first === undefined && !isOperator) return <p className="page">{texts.errors.noInstance}</p>
  return (
    <Switch>
      <Route path="/">
        <Redirect to={first === undefined ? instancesPath : homePath(first)} replace />
      </Route>
      <Route path={instancesPath}>
        <InstancesPage />
      </Route>
      <Route path={`${instancesPath}/:name`}>{({ name }) => <InstancesPage name={name} />}</Route>
      <Route path={serverPath}>
        <OperationsPage />
      </Route>
      <Route path="/:instance/operations">
        {({ instance }) => <OperationsPage key={instance} instance={instance} />}
      </Route>
      <Route path="/:instance/bill">
        {({ instance }) => <BillPage key={instance} instance={instance} />}
      </Route>
      <Route path="/:instance">
        {({ instance }) => <HomePage key={instance} instance={instance} />}
      </Route>
      <Route path="/:instance/samples/:page?">
        {({ instance, page }) => <SamplePages instance={instance} page={page} />}
      </Route>
      <Route path="/samples/shops/:shop">
        {({ shop }) =>
          first !== undefined && (
            <Redirect to={`${samplesPath(first, 'shops')}?shop=${shop}`} replace />
          )
        }
      </Route>
      <Route path="/:instance/tables">{({ instance }) => <TablesPage instance={instance} />}</Route>
      <Route path="/:instance/partitions">
        {({ instance }) => <LoadPage key={instance} instance={instance} />}
      </Route>
      <Route path="/:instance/import">
        {({ instance }) => <NewTableImportPage key={instance} instance={instance} />}
      </Route>
      <Route path="/:instance/tables/:table/:view?">
        {(place) => <TableView key={JSON.stringify(place)} {...place} />}
      </Route>
      <Route path="/:instance/search">
        {({ instance }) => <SearchIndexesPage instance={instance} />}
      </Route>
      <Route path="/:instance/search/new">
        {({ instance }) => <CreateIndexPage instance={instance} />}
      </Route>
      <Route path="/:instance/search/:table/:index/fields">
        {(place) => <FieldsPage key={JSON.stringify(place)} {...place} />}
      </Route>
      <Route path="/:instance/search/:table/:index">
        {(place) => <SearchPage key={JSON.stringify(place)} {...place} />}
      </Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  )
}

/** One of the pages of a table. */
function TableView({
  instance,
  table,
  view,
}: {
  instance: string
  table: string
  view?: string | undefined
}) {
  const texts = useTexts()
  const place = { instance, table }
  switch (view) {
    case undefined:
      return <RowsPage {...place} />
    case 'settings':
      return <TableSettingsPage {...place} />
    case 'partitions':
      return <PartitionsPage {...place} />
    case 'import':
      return <ImportPage {...place} />
    default:
      return <p className="page">{texts.errors.notFound}</p>
  }
}

/** Refusals are not tried again: they would be the same, except for one that a new session ends. */
const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          hasSessionEnded(error) || (!(error instanceof GateError) && failures < 2),
        refetchOnWindowFocus: false,
      },
    },
  })
