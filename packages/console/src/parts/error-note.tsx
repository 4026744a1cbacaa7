import { useContext } from 'react'
import { GateError, hasSessionEnded } from '../gate/gate-client.js'
import { SignedContext } from '../gate/use-gate.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { CopyButton } from './copy-button.js'
import { helpOf, helpTexts } from './error-help.js'

/** A failure in the service's words, with its code, its request id, and what to try. */
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
      {refusal !== undefined && <RefusalFacts refusal={refusal} />}
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

function RefusalFacts({ refusal: { code, requestId } }: { refusal: GateError }) {
  const texts = useRoomTexts(helpTexts)
  const help = helpOf(texts, code)
  return (
    <>
      {help !== undefined && <p>{help}</p>}
      <div className="fields">
        <span className="mono">
          {[code, requestId].filter((part) => part !== undefined).join(' · ')}
        </span>
        {requestId !== undefined && <CopyButton text={requestId} label={texts.copyId} />}
      </div>
    </>
  )
}
