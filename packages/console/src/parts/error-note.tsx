import { useContext } from 'react'
import { GateError, hasSessionEnded } from '../gate/gate-client.js'
import { SignedContext } from '../gate/use-gate.js'
import { useTexts } from '../texts/use-texts.js'

/** A failure in the service's words, with its code and request id. */
export function ErrorNote({ error, retry }: { error: Error; retry?: (() => void) | undefined }) {
  const texts = useTexts()
  const isSigned = useContext(SignedContext) !== undefined
  if (isSigned && hasSessionEnded(error)) {
    return (
      <p className="note error" role="alert">
        {texts.errors.notDone}
      </p>
    )
  }
  const refusal = error instanceof GateError ? error : undefined
  return (
    <div className="note error" role="alert">
      <p>{refusal === undefined ? texts.errors.unreachable : error.message}</p>
      {refusal !== undefined && (
        <p className="mono">
          {[refusal.code, refusal.requestId].filter((part) => part !== undefined).join(' · ')}
        </p>
      )}
      {retry !== undefined && (
        <p>
          <button type="button" className="button" onClick={retry}>
            {texts.errors.retry}
          </button>
        </p>
      )}
    </div>
  )
}
