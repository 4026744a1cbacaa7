import type { Procedure, Request } from '@rowhouse/snippets'
import { useState } from 'react'
import { useTexts } from '../texts/use-texts.js'
import { CodeView } from './code-view.js'
import './rows.css'

const nameOf = (request: Request | Procedure): string =>
  'table' in request ? `${request.operation} ${request.table ?? ''}` : request.operation

/** Requests as code, one at a time. */
export function RequestsAsCode({
  requests,
  instance,
}: {
  requests: readonly (Request | Procedure)[]
  instance: string
}) {
  const texts = useTexts().code
  const [chosen, setChosen] = useState(0)
  const request = requests[chosen] ?? requests[0]
  if (request === undefined) return null
  return (
    <div className="requests-as-code">
      {requests.length > 1 && (
        <select
          className="input"
          aria-label={texts.request}
          value={Math.min(chosen, requests.length - 1)}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {requests.map((each, at) => (
            <option key={nameOf(each)} value={at}>
              {nameOf(each)}
            </option>
          ))}
        </select>
      )}
      <CodeView request={request} instance={instance} />
    </div>
  )
}
