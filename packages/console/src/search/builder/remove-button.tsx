import { useSearchTexts } from '../texts/use-search-texts.js'

export function RemoveButton({ remove }: { remove: () => void }) {
  const label = useSearchTexts().builder.remove
  return (
    <button
      type="button"
      className="button plain remove"
      aria-label={label}
      title={label}
      onClick={remove}
    >
      ×
    </button>
  )
}
