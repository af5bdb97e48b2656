import type { KeyboardEvent } from 'react'

/** Enter, but not one that ends an IME composition. Safari marks that only by keyCode 229. */
export function isSubmitKey({ key, nativeEvent, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !nativeEvent.isComposing && keyCode !== 229
}
