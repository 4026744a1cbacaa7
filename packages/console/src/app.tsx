import type { SessionInfo } from '@rowhouse/console-gate/shapes'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useMemo, useState } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { tablesPath } from './frame/frame.js'
import { GateClient, GateError } from './gate/gate-client.js'
import { type Signed, SignedContext } from './gate/use-gate.js'
import { ErrorNote } from './parts/error-note.js'
import { SignInPage } from './sign-in/sign-in-page.js'
import { TablesPage } from './tables/tables-page.js'
import { useTexts } from './texts/use-texts.js'

const RowsPage = lazy(async () => ({ default: (await import('./rows/rows-page.js')).RowsPage }))

const PartitionsPage = lazy(async () => ({
  default: (await import('./partitions/partitions-page.js')).PartitionsPage,
}))

/** The path of the console, which the server has put into the page. */
const basePath = (): string => new URL(document.baseURI).pathname.replace(/\/$/, '')

/** Who is here: nobody knows yet, nobody, somebody, or somebody whose session has ended. */
type Presence =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'nobody'; readonly hasEnded: boolean }
  | { readonly kind: 'signed'; readonly session: SessionInfo }

export function App() {
  const gate = useMemo(() => new GateClient(), [])
  const [presence, setPresence] = useState<Presence>({ kind: 'asking' })
  const queries = useMemo(
    () => createQueries(() => setPresence({ kind: 'nobody', hasEnded: true })),
    [],
  )
  useEffect(() => {
    gate.session().then(
      (session) =>
        setPresence(
          session === undefined ? { kind: 'nobody', hasEnded: false } : { kind: 'signed', session },
        ),
      (error: Error) => setPresence({ kind: 'failed', error }),
    )
  }, [gate])
  if (presence.kind === 'asking') return null
  if (presence.kind === 'failed') {
    return <ErrorNote error={presence.error} retry={() => location.reload()} />
  }
  if (presence.kind === 'nobody') {
    const signedIn = (session: SessionInfo): void => setPresence({ kind: 'signed', session })
    return <SignInPage gate={gate} hasEnded={presence.hasEnded} onSignedIn={signedIn} />
  }
  const signed: Signed = {
    gate,
    session: presence.session,
    signOut: () => {
      void gate.signOut().finally(() => {
        queries.clear()
        setPresence({ kind: 'nobody', hasEnded: false })
      })
    },
  }
  return (
    <SignedContext value={signed}>
      <QueryClientProvider client={queries}>
        <Router base={basePath()}>
          <Pages session={presence.session} />
        </Router>
      </QueryClientProvider>
    </SignedContext>
  )
}

function Pages({ session }: { session: SessionInfo }) {
  const texts = useTexts()
  const [first] = session.instances
  if (first === undefined) return <p className="page">{texts.errors.noInstance}</p>
  return (
    <Suspense>
      <Switch>
        <Route path="/">
          <Redirect to={tablesPath(first)} replace />
        </Route>
        <Route path="/:instance/tables">
          {({ instance }) => <TablesPage instance={instance} />}
        </Route>
        <Route path="/:instance/tables/:table">
          {({ instance, table }) => (
            <RowsPage key={`${instance}/${table}`} instance={instance} table={table} />
          )}
        </Route>
        <Route path="/:instance/tables/:table/partitions">
          {({ instance, table }) => <PartitionsPage instance={instance} table={table} />}
        </Route>
        <Route>
          <p className="page">{texts.errors.notFound}</p>
        </Route>
      </Switch>
    </Suspense>
  )
}

/** Refusals are not tried again: they would be the same. An ended session shows the sign-in. */
function createQueries(sessionEnded: () => void): QueryClient {
  const noteEnd = (error: Error): void => {
    if (error instanceof GateError && error.status === 401) sessionEnded()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteEnd }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => !(error instanceof GateError) && failures < 2,
        refetchOnWindowFocus: false,
      },
      mutations: { onError: noteEnd },
    },
  })
}
