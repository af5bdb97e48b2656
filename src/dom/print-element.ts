import { adoptReplaceableSheet } from './adopted-styles.js'

/**
 * Prints only the element. Until printing ends or the signal aborts, adopted sheets hide the rest of the page, because
 * the host page's `style-src` cannot block them.
 */
export function printElement({ host }: ShadowRoot, signal: AbortSignal): void {
  const window = host.ownerDocument.defaultView
  if (!window) return
  const printing = new AbortController()
  const endPrinting = () => printing.abort()
  for (const [root, rules] of collectPrintRules(host))
    adoptReplaceableSheet(root, printing.signal)(`@media print{${rules.join('')}}`)
  signal.addEventListener('abort', endPrinting, { signal: printing.signal })
  window.addEventListener('afterprint', endPrinting, { signal: printing.signal })
  window.print()
}

type Root = Document | ShadowRoot

const HIDE_STYLE = '{display:none!important}'
/** Resets an ancestor. Zero font size collapses the text nodes directly in it, which selectors cannot hide. */
const ANCESTOR_STYLE = '{all:initial!important;display:block!important;font-size:0!important;line-height:0!important}'
const FULL_SIZE_STYLE = `{${Object.entries({
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

/** Rules for every tree up to the document. Selectors use positions, so that no attribute of the page has to change. */
function collectPrintRules(host: Element): Map<Root, string[]> {
  const rules = new Map<Root, string[]>()
  for (let element: Element | null = host; element; element = flatTreeParent(element)) {
    const root = element.getRootNode() as Root
    const selector = toSelector(element)
    const ownRules =
      element === host
        ? [selector + FULL_SIZE_STYLE]
        : [selector + ANCESTOR_STYLE, `${selector}::before,${selector}::after${HIDE_STYLE}`]
    const siblingRules =
      element.parentNode === element.ownerDocument ? [] : [`${toSiblingSelector(element)}${HIDE_STYLE}`]
    rules.set(root, [...(rules.get(root) ?? []), ...ownRules, ...siblingRules])
  }
  return rules
}

function flatTreeParent(element: Element): Element | null {
  const parent = element.parentNode
  return element.assignedSlot ?? (parent && 'host' in parent ? (parent as ShadowRoot).host : element.parentElement)
}

function toSelector(element: Element): string {
  return element.parentNode === element.ownerDocument
    ? ':root'
    : `${toParentSelector(element)}>:nth-child(${toChildNumber(element)})`
}

const toSiblingSelector = (element: Element) =>
  `${toParentSelector(element)}>:not(:nth-child(${toChildNumber(element)}))`

const toParentSelector = ({ parentElement }: Element): string => (parentElement ? toSelector(parentElement) : ':host')

const toChildNumber = (element: Element) => [...(element.parentNode?.children ?? [])].indexOf(element) + 1
