import type { Procedure, Request } from '@rowhouse/snippets'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../texts/use-texts.js'
import { CodeView } from './code-view.js'
import './rows.css'

const nameOf = (request: Request | Procedure): string =>
  'table' in request ? `${request.operation} ${request.table ?? ''}` : request.operation

/** Requests as code, one at a time. */
export function RequestsAsCode({
  requests,
  instance,
  steps = [],
}: {
  requests: readonly (Request | Procedure)[]
  instance: string
  /** Under whose names they are offered. */
  steps?: readonly RequestStep[] | undefined
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
          {optionsIn(requests, steps)}
        </select>
      )}
      <CodeView request={request} instance={instance} />
    </div>
  )
}

/** What belongs together in a list of requests. */
export interface RequestStep {
  readonly label: string
  readonly has: (operation: string) => boolean
}

/** The requests as options, each in the first step that has it. */
function optionsIn(
  requests: readonly (Request | Procedure)[],
  steps: readonly RequestStep[],
): ReactNode {
  const stepOf = ({ operation }: Request | Procedure) => steps.find(({ has }) => has(operation))
  const optionsOf = (step: RequestStep | undefined): ReactNode[] =>
    requests.flatMap((request, at) =>
      stepOf(request) === step
        ? [
            <option key={nameOf(request)} value={at}>
              {nameOf(request)}
            </option>,
          ]
        : [],
    )
  return (
    <>
      {steps.map((step) => (
        <optgroup key={step.label} label={step.label}>
          {optionsOf(step)}
        </optgroup>
      ))}
      {optionsOf(undefined)}
    </>
  )
}
