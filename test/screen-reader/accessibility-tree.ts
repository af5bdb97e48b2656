// What Chromium tells a screen reader, from its accessibility tree.
import type { Page } from 'playwright-core'

export interface SpokenNode {
  readonly depth: number
  readonly role: string
  readonly name: string
  /** States and values that are read with the name, such as `pressed`. */
  readonly states: readonly string[]
}

interface AXValue {
  value?: unknown
}

/** https://chromedevtools.github.io/devtools-protocol/tot/Accessibility/#type-AXNode */
interface AXNode {
  nodeId: string
  ignored: boolean
  role?: AXValue
  name?: AXValue
  description?: AXValue
  value?: AXValue
  properties?: { name: string; value: AXValue }[]
  childIds?: string[]
}

const CONTAINERS = new Set(['generic', 'none', 'presentation', 'LayoutTable', 'RootWebArea', 'GenericContainer'])
const CONTROLS = [
  'button',
  'link',
  'image',
  'img',
  'radio',
  'switch',
  'tab',
  'slider',
  'textbox',
  'searchbox',
  'checkbox',
  'progressbar'
]
/** Their content is their name, or that of their parent. */
const LEAVES = new Set([...CONTROLS, 'StaticText'])
const READ_STATES = new Set([
  'pressed',
  'checked',
  'expanded',
  'selected',
  'disabled',
  'live',
  'level',
  'valuetext',
  'hasPopup',
  'busy'
])

export async function readSpokenNodes(page: Page): Promise<SpokenNode[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AXNode[] }
  await session.detach()
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const spoken: SpokenNode[] = []

  function visit(id: string, depth: number, spokenName: string) {
    const node = byId.get(id)
    if (!node) return
    const role = String(node.role?.value ?? '')
    const name = toText(node.name)
    if (role === 'InlineTextBox') return
    const states = readStates(node)
    const isText = role === 'StaticText'
    const isShown =
      !node.ignored && (isText ? name !== '' && name !== spokenName : !CONTAINERS.has(role) || states.length > 0)
    const place = spoken.length
    if (isShown) spoken.push({ depth, role: isText ? 'text' : role, name, states })
    if (isShown && LEAVES.has(role)) return
    for (const child of node.childIds ?? []) visit(child, isShown ? depth + 1 : depth, isShown ? name : spokenName)
    // A live region without content is not read.
    const isEmpty = isShown && name === '' && spoken.length === place + 1
    if (isEmpty && states.some(state => state.startsWith('live '))) spoken.pop()
  }

  const root = nodes[0]
  if (root) visit(root.nodeId, 0, '')
  return spoken
}

const toText = (value: AXValue | undefined) =>
  String(value?.value ?? '')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ')
    .trim()

function readStates({ properties = [], value, description }: AXNode): string[] {
  const states: string[] = []
  for (const { name, value: state } of properties) {
    const text = toText(state)
    if (READ_STATES.has(name) && !['', 'false', 'off'].includes(text))
      states.push(text === 'true' ? name : `${name} ${text}`)
  }
  if (toText(value)) states.push(`value ${toText(value)}`)
  if (toText(description)) states.push(`description “${toText(description)}”`)
  return states
}

const NAMED_ROLES = new Set([...CONTROLS, 'dialog', 'navigation', 'heading'])

/** A text for each node that a screen reader would call by its role only, or by a name without a word in it. */
export const findUnnamed = (nodes: readonly SpokenNode[]): string[] =>
  nodes.filter(({ role, name }) => NAMED_ROLES.has(role) && !/[\p{L}\p{N}]/u.test(name)).map(toLine)

export function toLine({ depth, role, name, states }: SpokenNode): string {
  const text = `${role}${name && ` “${name}”`}${states.map(state => `, ${state}`).join('')}`
  return `${'  '.repeat(depth)}${hideWhatChanges(text, role)}`
}

/** What differs from run to run, and what stands there instead. */
const changing: readonly [RegExp, string][] = [
  [/http:\/\/localhost:\d+/g, 'https://drama.example'],
  [/(?<=[?&]share=)\w+/g, '…'],
  [/\bstate\w+@/g, 'viewer@'],
  [/@state_\w+/g, '@viewer'],
  [/\b[A-Z\d]{4}(-[A-Z\d]{4}){2}\b/g, 'AAAA-BBBB-CCCC'],
  [/\b[A-F\d]{8}\b/g, '00000000'],
  [/\d+(?= seconds ago| ?秒前)|(?<=há |hace )\d+(?= segundos)/g, '0']
]

function hideWhatChanges(text: string, role: string): string {
  const hidden = changing.reduce((line, [what, instead]) => line.replace(what, instead), text)
  return role === 'slider' || /\b20\d\d/.test(hidden) ? hidden.replace(/\d/g, '0') : hidden
}
