/**
 * Whether the app cannot run. The latest of what it cannot do without are `findLast` (Chromium 97, Firefox 104) and
 * adopted style sheets (Safari 16.4); such browsers have all of the syntax of its chunks, too.
 */
export const isOldBrowser = (): boolean =>
  typeof window !== 'undefined' &&
  !(
    'customElements' in window &&
    'adoptedStyleSheets' in document &&
    'attachShadow' in document.head &&
    'findLast' in []
  )
