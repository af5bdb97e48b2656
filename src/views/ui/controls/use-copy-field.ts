import { type FocusEvent, useRef } from 'react'
import { copyText } from '../../../dom/copy-text.js'

/** Attributes of a field that shows `value`. `copy` selects the field's text and resolves with false if it cannot copy. */
export function useCopyField(value: string) {
  const ref = useRef<HTMLInputElement>(null)
  const onFocus = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()
  return {
    field: { ref, readOnly: true, value, onFocus },
    async copy(): Promise<boolean> {
      const isCopied = await copyText(value)
      if (!isCopied) ref.current?.select()
      return isCopied
    }
  }
}
