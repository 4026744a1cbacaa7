import { useState } from 'react'
import { CopyButton } from '../parts/copy-button.js'
import { FoldOut } from '../parts/fold-out.js'
import { type DataObject } from './forms/form.js'
import { searchOfText, searchText } from './search-address.js'
import type { IndexPlace } from './page-requests.js'
import { useSearchTexts } from './texts/use-search-texts.js'

const KEPT_MAX = 100

const storedAs = ({ instance, table, index }: IndexPlace): string =>
  `rowhouse-searches/${instance}/${table}/${index}`

type Kept = readonly (readonly [name: string, text: string])[]

const isUnknownList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** What the browser keeps; anything that is damaged counts as nothing. */
function readKept(place: IndexPlace): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedAs(place)) ?? '[]')
    if (!isUnknownList(stored)) return []
    return stored.flatMap((entry) => {
      const [name, text]: readonly unknown[] = isUnknownList(entry) ? entry : []
      return typeof name === 'string' && typeof text === 'string' ? [[name, text] as const] : []
    })
  } catch {
    return []
  }
}

/** Searches that the person has given a name; they stay in this browser. */
export function NamedSearches({
  place,
  search,
  open,
}: {
  place: IndexPlace
  search: DataObject
  open: (search: DataObject) => void
}) {
  const texts = useSearchTexts()
  const [kept, setKept] = useState(() => readKept(place))
  const [name, setName] = useState('')
  const keep = (changed: Kept): void => {
    localStorage.setItem(storedAs(place), JSON.stringify(changed))
    setKept(changed)
  }
  const save = (): void => {
    if (name === '') return
    const others = kept.filter(([each]) => each !== name)
    keep([[name, searchText(search)] as const, ...others].slice(0, KEPT_MAX))
    setName('')
  }
  return (
    <>
      <FoldOut className="menu named" label={texts.named.title}>
        <div className="chooser">
          {kept.length === 0 && <p className="quiet">{texts.named.none}</p>}
          {kept.map(([each, text]) => (
            <div className="fields" key={each}>
              <button
                type="button"
                className="button plain"
                onClick={() => open(searchOfText(text))}
              >
                {each}
              </button>
              <button
                type="button"
                className="button plain remove last"
                aria-label={texts.named.remove(each)}
                onClick={() => keep(kept.filter(([other]) => other !== each))}
              >
                ×
              </button>
            </div>
          ))}
          <div className="fields">
            <input
              className="input"
              aria-label={texts.named.name}
              placeholder={texts.named.name}
              value={name}
              onChange={({ target }) => setName(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                save()
              }}
            />
            <button type="button" className="button" disabled={name === ''} onClick={save}>
              {texts.named.save}
            </button>
          </div>
        </div>
      </FoldOut>
      <CopyButton text={location.href} label={texts.page.copyLink} />
    </>
  )
}
