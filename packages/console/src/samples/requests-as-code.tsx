import type { Request } from '@rowhouse/snippets'
import { useState } from 'react'
import { CodeView } from '../rows/code-view.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { samplesTexts } from './samples-texts.js'

const nameOf = (request: Request): string =>
  'table' in request ? `${request.operation} ${request.table ?? ''}` : request.operation

/** Requests as code, one at a time. */
export function RequestsAsCode({
  requests,
  instance,
}: {
  requests: readonly Request[]
  instance: string
}) {
  const texts = useRoomTexts(samplesTexts)
  const [chosen, setChosen] = useState(0)
  const request = requests[chosen] ?? requests[0]
  if (request === undefined) return null
  return (
    <div className="sample-code">
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
