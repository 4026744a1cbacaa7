import { createContext, useContext } from 'react'
import { en, type Texts } from './en.js'
import type { Language } from './languages.js'

export interface Reading {
  readonly texts: Texts
  readonly language: Language
  readonly setLanguage: (language: Language) => void
}

export const ReadingContext = createContext<Reading>({
  texts: en,
  language: 'en',
  setLanguage: () => {},
})

export const useReading = (): Reading => useContext(ReadingContext)

export const useTexts = (): Texts => useReading().texts
