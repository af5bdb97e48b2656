import { type FocusEvent, useRef } from 'react'
import type { AccountMessageKey } from '../../../locales/account/en.js'
import type { AccountTranslate } from '../../core/account/messages.js'
import { copyText } from '../../dom/copy-text.js'
import { useScope } from '../app/scope.js'

export function useCopyField(translate: AccountTranslate, value: string, failureKey: AccountMessageKey) {
  const { app } = useScope()
  const ref = useRef<HTMLInputElement>(null)
  const onFocus = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()
  return {
    field: { ref, readOnly: true, value, autoComplete: 'off', onFocus },
    async copy() {
      if (await copyText(value)) return app.toasts.show({ title: translate('copied') })
      ref.current?.select()
      app.toasts.showText(translate(failureKey))
    }
  }
}
