// A guest on paper: while it prints, the page around it is left out, by sheets that the page's policy has no say in.

/** Prints the element of this root, and nothing that stands around it; afterwards, or with the signal, all is as it was. */
export function printElement({ host }: ShadowRoot, signal: AbortSignal): void {
  const window = host.ownerDocument.defaultView
  if (!window) return
  const over = new AbortController()
  const end = () => over.abort()
  for (const [root, lines] of linesAround(host)) adopt(window, root, `@media print{${lines.join('')}}`, over.signal)
  signal.addEventListener('abort', end, { signal: over.signal })
  window.addEventListener('afterprint', end, { signal: over.signal })
  window.print()
}

type Root = Document | ShadowRoot

const HIDE_STYLE = '{display:none!important}'
/** Neither looks nor words of its own; lines of text directly in it take no room. */
const PLAIN_STYLE = '{all:initial!important;display:block!important;font-size:0!important;line-height:0!important}'
/** As long as what is in it, from edge to edge. */
const WHOLE = `{${Object.entries({
  display: 'block',
  position: 'static',
  float: 'none',
  width: 'auto',
  'max-width': 'none',
  height: 'auto',
  'max-height': 'none',
  margin: '0',
  padding: '0',
  border: '0',
  overflow: 'visible',
  transform: 'none',
  filter: 'none',
  opacity: '1',
  contain: 'none',
  'clip-path': 'none',
  'font-size': 'medium',
  'line-height': 'normal'
})
  .map(([name, value]) => `${name}:${value}!important`)
  .join(';')}}`

/** For every tree that the element is drawn in, up to the document. Elements are named by their place: the page's own marks stay as they are. */
function linesAround(host: Element): Map<Root, string[]> {
  const lines = new Map<Root, string[]>()
  for (let shown: Element | null = host; shown; shown = flatTreeParent(shown)) {
    const root = shown.getRootNode() as Root
    const place = placeOf(shown)
    const own =
      shown === host ? [place + WHOLE] : [place + PLAIN_STYLE, `${place}::before,${place}::after${HIDE_STYLE}`]
    const around = shown.parentNode === shown.ownerDocument ? [] : [`${siblingsOf(shown)}${HIDE_STYLE}`]
    lines.set(root, [...(lines.get(root) ?? []), ...own, ...around])
  }
  return lines
}

function flatTreeParent(element: Element): Element | null {
  const parent = element.parentNode
  return element.assignedSlot ?? (parent && 'host' in parent ? (parent as ShadowRoot).host : element.parentElement)
}

function placeOf(element: Element): string {
  return element.parentNode === element.ownerDocument
    ? ':root'
    : `${placeOfParent(element)}>:nth-child(${countOf(element)})`
}

const siblingsOf = (element: Element) => `${placeOfParent(element)}>:not(:nth-child(${countOf(element)}))`

const placeOfParent = ({ parentElement }: Element): string => (parentElement ? placeOf(parentElement) : ':host')

const countOf = (element: Element) => [...(element.parentNode?.children ?? [])].indexOf(element) + 1

function adopt(window: Window & typeof globalThis, root: Root, css: string, signal: AbortSignal) {
  const sheet = new window.CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  signal.addEventListener('abort', () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter(adopted => adopted !== sheet)
  })
}
