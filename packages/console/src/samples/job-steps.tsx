import type { ListedJob } from '@rowhouse/console-gate/shapes'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from '../parts/error-note.js'
import { type RequestStep, RequestsAsCode } from '../rows/requests-as-code.js'
import { useJobRequests } from './sample-gate.js'

/** What a job has sent, as code, once it is unfolded. */
export function JobSteps(props: {
  instance: string
  job: ListedJob
  summary: string
  steps?: readonly RequestStep[]
  children?: ReactNode
}) {
  const { instance, job, summary, steps, children } = props
  const [isOpen, setOpen] = useState(false)
  const whole = useJobRequests(instance, job, isOpen)
  if (job.requestCount === 0) return null
  return (
    <details className="sample-steps" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
      {whole.error !== null && <ErrorNote error={whole.error} retry={() => void whole.refetch()} />}
      {whole.data !== undefined && (
        <RequestsAsCode requests={whole.data.requests} instance={instance} steps={steps} />
      )}
    </details>
  )
}
