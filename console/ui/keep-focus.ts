import { type RefObject, useEffect, useLayoutEffect } from 'react'

const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex]'

/** The element that had the focus, and has lost it because it was removed or disabled, leaves it on the body. */
const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** Where the focus goes: to a wrong field, back, or to what the new step wants first. */
function findNext(content: HTMLElement, last: Element | null): HTMLElement | null {
  if (content.querySelector('[data-loading]') !== null) return null
  const isBack = last instanceof HTMLElement && content.contains(last) && !last.matches(':disabled')
  return (
    content.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    (isBack ? last : null) ??
    content.querySelector<HTMLElement>('[data-autofocus]') ??
    content.querySelector<HTMLElement>(FOCUSABLE)
  )
}

/** Keeps the focus in a dialog whose content changes, and returns it to what opened the dialog. */
export function useKeptFocus(content: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const opener = document.activeElement
    return () => {
      // After the dialog has let go of the focus. Its element is unknown until it has been drawn again.
      setTimeout(() => {
        const isInside = content.current?.contains(document.activeElement) === true
        if (opener instanceof HTMLElement && (isInside || isFocusLost())) opener.focus({ preventScroll: true })
      })
    }
  }, [isOpen, content])
  useEffect(() => {
    if (!isOpen) return
    let last: Element | null = null
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && content.current?.contains(event.target)) last = event.target
    }
    const observer = new MutationObserver(() => {
      if (content.current !== null && isFocusLost()) findNext(content.current, last)?.focus()
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [isOpen, content])
}
