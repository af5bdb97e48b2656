import { type RefObject, useRef, useState } from 'react'
import { languageNames } from '../../core/i18n/language-names.js'
import { languages } from '../../core/i18n/languages.js'
import { useScope, useTranslation } from '../app/scope.js'
import { ActionIcon } from '../ui/icon/action-icon.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet, useSheetLeave } from '../ui/overlay/sheet.js'
import languageCss from './language-sheet.css'
import type { ProfileSheetProps } from './profile-sheet.js'

export const css = sheetCss + languageCss

export default function LanguageSheet({ onClose }: ProfileSheetProps) {
  const { text } = useTranslation()
  const current = useRef<HTMLButtonElement>(null)
  return (
    <Sheet label={text('language')} first={current} onClose={onClose}>
      <Languages current={current} />
    </Sheet>
  )
}

function Languages({ current }: { current: RefObject<HTMLButtonElement | null> }) {
  const { app } = useScope()
  const { text, language } = useTranslation()
  const leave = useSheetLeave()
  const [loading, setLoading] = useState<string>()
  const choose = async (tag: string) => {
    setLoading(tag)
    await app.chooseLanguage(tag)
    leave()
  }
  return (
    <>
      <h2 className="language-title">{text('language')}</h2>
      <ul className="languages">
        {languages.map(({ tag, apiCode }) => {
          const isCurrent = tag === language.tag
          return (
            <li key={tag}>
              <button
                type="button"
                lang={tag}
                ref={isCurrent ? current : undefined}
                aria-current={isCurrent}
                aria-busy={loading === tag}
                onClick={() => void choose(tag)}
              >
                {languageNames[apiCode]}
                {isCurrent && <ActionIcon name="done" />}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
