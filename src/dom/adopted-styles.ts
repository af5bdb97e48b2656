// A document rejects sheets that were constructed in another document, so each document has its own map.
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>()

/**
 * Adopts a style text once per root. Adopted sheets work under a strict `style-src` on the host page, and all roots of
 * a document share them.
 */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const documentSheets = sheets.get(root.ownerDocument) ?? new Map<string, CSSStyleSheet>()
  sheets.set(root.ownerDocument, documentSheets)
  const sheet = documentSheets.get(css) ?? createSheet(root.ownerDocument, css)
  documentSheets.set(css, sheet)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** Returns a function that replaces the text of a sheet used by this root only. The sheet is removed with the signal. */
export function adoptReplaceableSheet(root: Document | ShadowRoot, signal: AbortSignal): (css: string) => void {
  const sheet = createSheet(root.ownerDocument ?? root, '')
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  signal.addEventListener('abort', () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter(adopted => adopted !== sheet)
  })
  let currentCss = ''
  return css => {
    if (css !== currentCss) sheet.replaceSync(css)
    currentCss = css
  }
}

function createSheet({ defaultView }: Document, css: string): CSSStyleSheet {
  const sheet = new (defaultView ?? globalThis).CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
