import type { Language, Procedure, Request } from '@rowhouse/snippets'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { CopyButton } from '../parts/copy-button.js'
import { useTexts } from '../texts/use-texts.js'

const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['node', 'Node.js'],
  ['java', 'Java'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['dotnet', '.NET'],
  ['php', 'PHP'],
]

/** The service listens on the host of the console. */
export const endpointAt = (
  { protocol, hostname, host }: Location,
  port: number | undefined,
): string => `${protocol}//${port === undefined ? host : `${hostname}:${port}`}`

/** Requests as a program for the official SDK of a language. */
export function CodeView({
  request,
  instance,
}: {
  request: Request | Procedure
  instance: string
}) {
  const texts = useTexts().code
  const [language, setLanguage] = useState<Language>('node')
  const snippets = useQuery({
    queryKey: ['snippets'],
    queryFn: () => import('@rowhouse/snippets'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { servicePort } = useSigned().session
  const target = { endpoint: endpointAt(location, servicePort), instance }
  const code = snippets.data?.snippetOf(request, language, target)
  return (
    <section aria-label={texts.title}>
      <div className="tabs">
        {LANGUAGES.map(([each, label]) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === language}
            onClick={() => setLanguage(each)}
          >
            {label}
          </button>
        ))}
      </div>
      {code !== undefined && (
        <>
          <pre className="code" tabIndex={0}>
            {code}
          </pre>
          <p className="quiet">
            {texts.help} <CopyButton text={code} label={texts.copy} />
          </p>
        </>
      )}
    </section>
  )
}
