import { attributeKinds } from '../element/attributes.js'

export interface InspectedSetup {
  version: string
  script: string
  api: string
  lpid: string | null
  route: string
  lang: string
  isLogin: boolean
  consent: string
  isKept: boolean
}

export function watchPolicyViolations(
  document: Document,
  onChange: () => void,
  signal: AbortSignal
): () => readonly string[] {
  const found = new Set<string>()
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => {
      found.add(
        `The page's Content-Security-Policy blocks ${readOrigin(blockedURI)}: allow it in ${effectiveDirective}.`
      )
      onChange()
    },
    { signal }
  )
  return () => [...found]
}

/** A blocked address may be a keyword: `inline`. */
function readOrigin(address: string): string {
  try {
    return new URL(address).origin.replace('null', address)
  } catch {
    return address
  }
}

const COMMON_ATTRIBUTES =
  /^(id|class|style|slot|part|title|hidden|dir|role|tabindex|inert|aria-.*|data-.*|on.*|ng-.*|_ng.*|v-.*)$/

export function findProblems(setup: InspectedSetup, host: Element, policyViolations: readonly string[]): string[] {
  const { width, height } = host.getBoundingClientRect()
  const unknown = host.getAttributeNames().filter(name => !(name in attributeKinds) && !COMMON_ATTRIBUTES.test(name))
  const lpid = host.getAttribute('lpid')
  const otherElements = [...host.ownerDocument.querySelectorAll(host.localName)].filter(other => other !== host)
  return [
    ...unknown.map(name => `The attribute ${name} is not known, and does nothing.`),
    ...(lpid && setup.lpid === null ? [`The campaign ${lpid} is dropped: an id is [A-Za-z0-9_-]{1,64}.`] : []),
    ...(setup.lpid === null && !lpid ? ['No campaign is set, so visits count for no campaign.'] : []),
    ...(height < 400 ? [`The element is ${Math.round(height)} px high; less than 400 is hard to use.`] : []),
    ...(width < 280 ? [`The element is ${Math.round(width)} px wide; less than 280 is hard to use.`] : []),
    ...(setup.isKept ? [] : ['Storage is blocked or not allowed: a viewer of this page starts anew with every visit.']),
    ...(globalThis.isSecureContext ? [] : ['The page is not https: sharing, copying and the wake lock are missing.']),
    ...(otherElements.length > 0
      ? [`There are ${otherElements.length + 1} elements on this page; one of them plays at a time.`]
      : []),
    ...policyViolations
  ]
}
