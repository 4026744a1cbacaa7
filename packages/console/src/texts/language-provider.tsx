import { type ReactNode, useEffect, useState } from 'react'
import { en, type Texts } from './en.js'
import { type Language, chosenLanguage, languages } from './languages.js'
import { ReadingContext } from './use-texts.js'

const STORED = 'rowhouse-language'

/** Gives the texts of the chosen language; nothing is shown until they are there. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() =>
    chosenLanguage(localStorage.getItem(STORED), navigator.languages),
  )
  const [texts, setTexts] = useState<Texts | undefined>(language === 'en' ? en : undefined)
  useEffect(() => {
    let isCurrent = true
    document.documentElement.lang = language
    void languages[language].load().then((loaded) => {
      if (isCurrent) setTexts(loaded)
    })
    return () => {
      isCurrent = false
    }
  }, [language])
  if (texts === undefined) return null
  const choose = (chosen: Language): void => {
    localStorage.setItem(STORED, chosen)
    setLanguage(chosen)
  }
  return (
    <ReadingContext value={{ texts, language, setLanguage: choose }}>{children}</ReadingContext>
  )
}
