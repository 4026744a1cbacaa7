import type { ListedJob } from '@rowhouse/console-gate/shapes'
import { useSigned } from '../gate/use-gate.js'
import { CopyButton } from '../parts/copy-button.js'
import { endpointAt } from '../rows/code-view.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { JobSteps } from './job-steps.js'
import { samplesTexts } from './samples-texts.js'

/** The manual's steps with the requests that this load has sent, and the command that does the same. */
export function LoadSteps({ instance, job }: { instance: string; job: ListedJob }) {
  const texts = useRoomTexts(samplesTexts)
  const copy = useTexts().code.copy
  const { servicePort } = useSigned().session
  const { task } = job
  if (task.kind !== 'load') return null
  const endpoint = endpointAt(location, servicePort)
  const command =
    `npm run demo:load -- ${task.sample} --rows ${task.rows} --index ${task.index} ` +
    `--endpoint ${endpoint} --instance ${instance}`
  const steps = STEPS.map(([step, has]) => ({ label: texts.stepsOf[step], has }))
  return (
    <JobSteps instance={instance} job={job} summary={texts.howTo} steps={steps}>
      <ol>
        {Object.entries(texts.stepsOf).map(([step, text]) => (
          <li key={step}>{text}</li>
        ))}
      </ol>
      <p className="quiet">{texts.byCommand}</p>
      <pre className="code" tabIndex={0}>
        {command}
      </pre>
      <p>
        <CopyButton text={command} label={copy} />
      </p>
    </JobSteps>
  )
}

const TABLES = new Set(['CreateTable', 'CreateIndex'])
const IMPORTS = new Set(['PutRow', 'BatchWriteRow', 'BulkImport'])

/** The manual's steps, and the operations of each; all others read. */
const STEPS = [
  ['tables', (operation: string) => TABLES.has(operation)],
  ['index', (operation: string) => operation === 'CreateSearchIndex'],
  ['import', (operation: string) => IMPORTS.has(operation)],
  ['read', () => true],
] as const
