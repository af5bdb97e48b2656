const sheets = new Map<string, CSSStyleSheet>()

/**
 * Adds a style text to a root, once. Adopted sheets are the only styles that a strict
 * `style-src` on the host page lets through, and all elements share one sheet a text.
 */
export function adoptStyles(root: ShadowRoot, css: string): void {
  let sheet = sheets.get(css)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    sheets.set(css, sheet)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
