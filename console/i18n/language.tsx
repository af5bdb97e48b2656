import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'
import { type Language, languages, readChosenLanguage, storeLanguage } from './languages.js'

const LanguageContext = createContext<{ language: Language; choose(tag: string): void } | null>(null)

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(readChosenLanguage)
  useEffect(() => {
    document.documentElement.lang = language.tag
  }, [language])
  const choose = (tag: string) => {
    const chosen = languages.find(candidate => candidate.tag === tag)
    if (chosen === undefined) return
    storeLanguage(chosen.tag)
    // Keeps the page until the texts of the other language are there.
    startTransition(() => setLanguage(chosen))
  }
  return <LanguageContext value={{ language, choose }}>{children}</LanguageContext>
}

export function useLanguage() {
  const context = use(LanguageContext)
  if (context === null) throw new Error('no LanguageProvider')
  return context
}
