import type { SessionInfo, SignIn } from '@rowhouse/console-gate/shapes'
import { type FormEvent, useState } from 'react'
import { type GateClient, GateError } from '../gate/gate-client.js'
import { ErrorNote } from '../parts/error-note.js'
import { languageTags, languages } from '../texts/languages.js'
import { useReading, useTexts } from '../texts/use-texts.js'
import './sign-in.css'

type Kind = SignIn['kind']

/** Asks for an access key, or for the operator's token. Nothing of it is kept in the browser. */
export function SignInPage({
  gate,
  last,
  onSignedIn,
}: {
  gate: GateClient
  /** The session that has ended, if there was one. */
  last?: SessionInfo
  onSignedIn: (session: SessionInfo) => void
}) {
  const texts = useTexts().signIn
  const [kind, setKind] = useState<Kind>(last?.access === 'operator' ? 'operator' : 'key')
  const [error, setError] = useState<Error>()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const given: SignIn =
      kind === 'operator'
        ? { kind, secret: text('secret') }
        : { kind, instance: text('instance'), keyId: text('keyId'), secret: text('secret') }
    setError(undefined)
    gate.signIn(given).then(onSignedIn, setError)
  }
  return (
    <main className="sign-in">
      <form onSubmit={submit} autoComplete="on">
        <img src="icon.svg" alt="" />
        <h1>{texts.title}</h1>
        {last !== undefined && <p className="note">{texts.ended}</p>}
        <div className="tabs">
          {(['key', 'operator'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={kind === each}
              onClick={() => setKind(each)}
            >
              {each === 'key' ? texts.withKey : texts.asOperator}
            </button>
          ))}
        </div>
        {kind === 'key' && <KeyFields last={last} />}
        <Field
          key={kind}
          name="secret"
          label={kind === 'key' ? texts.secret : texts.token}
          type="password"
          autoComplete="current-password"
        />
        <p className="quiet">{kind === 'key' ? texts.keyHelp : texts.tokenHelp}</p>
        {error !== undefined && <SignInError error={error} />}
        <div>
          <button type="submit" className="button main">
            {texts.submit}
          </button>
        </div>
        <LanguageChoice />
      </form>
    </main>
  )
}

/** The pages are in the language of the browser until another one is chosen; what is typed stays. */
function LanguageChoice() {
  const { texts, language, setLanguage } = useReading()
  return (
    <div className="sign-in-languages" role="group" aria-label={texts.rail.languages}>
      {languageTags.map((tag) => (
        <button
          key={tag}
          type="button"
          className="link"
          lang={tag}
          aria-pressed={tag === language}
          onClick={() => setLanguage(tag)}
        >
          {languages[tag].label}
        </button>
      ))}
    </div>
  )
}

/** What a wrong key answers, in the reader's language: it is the refusal that everybody meets. */
function SignInError({ error }: { error: Error }) {
  const texts = useTexts().signIn
  const status = error instanceof GateError ? error.status : undefined
  if (status !== UNAUTHORIZED && status !== TOO_MANY) return <ErrorNote error={error} />
  return (
    <p className="note error" role="alert">
      {status === UNAUTHORIZED ? texts.wrong : texts.tooMany}
    </p>
  )
}

const UNAUTHORIZED = 401
const TOO_MANY = 429

/** Filled with the key of the last session; its secret is known to nobody here. */
function KeyFields({ last }: { last: SessionInfo | undefined }) {
  const texts = useTexts().signIn
  const instance = last?.keyId === undefined ? undefined : last.instances[0]
  return (
    <>
      <Field
        name="instance"
        label={texts.instance}
        autoComplete="organization"
        defaultValue={instance}
        autoFocus={last === undefined}
      />
      <Field name="keyId" label={texts.keyId} autoComplete="username" defaultValue={last?.keyId} />
    </>
  )
}

function Field(props: {
  name: string
  label: string
  type?: string
  autoComplete: string
  defaultValue?: string | undefined
  autoFocus?: boolean
}) {
  const { label, ...input } = props
  return (
    <label className="field">
      <span>{label}</span>
      <input className="input" required spellCheck={false} {...input} />
    </label>
  )
}
