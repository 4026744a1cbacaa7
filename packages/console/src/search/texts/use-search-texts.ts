import { useRoomTexts } from '../../texts/room-texts.js'
import type { UnionName } from '../forms/form.js'
import { searchTexts } from './search-texts.js'

/** A name that the service has and we have no word for stands as it is. */
const nameIn = (names: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(names, name) ? names[name] : undefined) ?? name

/** The texts of the room, and the names of what forms are made of. */
export function useSearchTexts() {
  const texts = useRoomTexts(searchTexts)
  return {
    ...texts,
    kindOf: (union: UnionName, kind: string): string => nameIn(texts.kinds[union], kind),
    memberOf: (member: string): string => nameIn(texts.members, member),
    choiceOf: (choice: string): string => nameIn(texts.choices, choice),
  }
}
