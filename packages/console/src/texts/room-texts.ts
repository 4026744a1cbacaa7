import type { Language } from './languages.js'
import { useReading } from './use-texts.js'

/** The texts of one room in every language, loaded with the room. A missing text does not compile. */
export type RoomTexts<Texts> = Readonly<Record<Language, Texts>>

export function useRoomTexts<Texts>(texts: RoomTexts<Texts>): Texts {
  return texts[useReading().language]
}
