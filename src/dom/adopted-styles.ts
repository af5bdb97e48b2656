// A sheet belongs to the document it was made in, so each document has its own set.
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>()

/**
 * Adds a style text to a root, once. Adopted sheets are the only styles that a strict
 * `style-src` on the host page lets through, and all elements of a document share one sheet a text.
 */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const known = sheets.get(root.ownerDocument) ?? new Map<string, CSSStyleSheet>()
  sheets.set(root.ownerDocument, known)
  const sheet = known.get(css) ?? createSheet(root.ownerDocument, css)
  known.set(css, sheet)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** A sheet of one root alone, whose text may change; the answer writes it. It goes with the signal. */
export function adoptReplaceableSheet(root: ShadowRoot, signal: AbortSignal): (css: string) => void {
  const sheet = createSheet(root.ownerDocument, '')
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  signal.addEventListener('abort', () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter(adopted => adopted !== sheet)
  })
  let written = ''
  return css => {
    if (css !== written) sheet.replaceSync(css)
    written = css
  }
}

function createSheet({ defaultView }: Document, css: string): CSSStyleSheet {
  const sheet = new (defaultView ?? globalThis).CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
