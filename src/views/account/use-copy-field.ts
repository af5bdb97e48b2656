import { type FocusEvent, useRef } from 'react'
import type { AccountMessageKey } from '../../../locales/account/en.js'
import type { AccountText } from '../../core/account/messages.js'
import { copyText } from '../../dom/copy-text.js'
import { useScope } from '../app/scope.js'

/** A text to be kept, in a field that is selected as a whole; copied, or selected and `refused` said where that is not allowed. */
export function useCopyField(say: AccountText, value: string, refused: AccountMessageKey) {
  const { app } = useScope()
  const ref = useRef<HTMLInputElement>(null)
  const onFocus = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()
  return {
    field: { ref, readOnly: true, value, autoComplete: 'off', onFocus },
    async copy() {
      if (await copyText(value)) return app.toasts.show({ title: say('copied') })
      ref.current?.select()
      app.toasts.showText(say(refused))
    }
  }
}
