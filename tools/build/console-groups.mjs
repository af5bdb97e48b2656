// What many pages of the console need is in few files: each is a request, and a browser sends six at once to a server
// without HTTP/2. A part that the start imports and that no pattern names makes a circular chunk, which fails the build.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FRAME = ['console/app', 'console/ui'].map(folder => path.resolve(folder))
const ICON_IMPORT = /'@tabler\/icons-react\/icons\/(Icon\w+)'/g

/** Icons of the frame around every page and of its common parts, and those that more than one file imports. */
function findSharedIcons() {
  const files = readdirSync('console', { recursive: true }).filter(name => /\.tsx?$/.test(name))
  const imports = files.flatMap(name => {
    const file = path.resolve('console', name)
    const icons = [...readFileSync(file, 'utf8').matchAll(ICON_IMPORT)].map(([, icon]) => icon)
    return icons.map(icon => ({ icon, isOfFrame: FRAME.some(folder => file.startsWith(folder)) }))
  })
  const isShared = wanted => {
    const uses = imports.filter(({ icon }) => icon === wanted)
    return uses.length > 1 || uses.some(({ isOfFrame }) => isOfFrame)
  }
  return [...new Set(imports.map(({ icon }) => icon))].filter(isShared)
}

const sharedComponents = [
  'Accordion|ActionIcon|Alert|Anchor|AppShell|Badge|Burger|Button|Center|CloseButton|Code|Collapse|Container',
  'CopyButton|Divider|Flex|FocusTrap|Group|Image|Input|InputBase|Loader|NavLink|Overlay|Paper|Portal|ScrollArea',
  'SimpleGrid|Skeleton|Stack|Table|Text|TextInput|ThemeIcon|Title|Transition|UnstyledButton|VisuallyHidden'
].join('|')
/** Hooks that few pages need. */
const rareHooks = 'use-drag|use-hotkeys|use-idle|use-interval|use-move|use-shallow-effect|use-timeout'
const listSharedModules = () => [
  '^\\0commonjsHelpers',
  '@floating-ui/',
  '@mantine/core/esm/(core|utils)/',
  '@mantine/core/esm/components/Checkbox/CheckIcon\\.mjs$',
  '@mantine/(notifications/.*/notifications\\.store\\.mjs|store/)',
  `@mantine/core/esm/components/(${sharedComponents})/`,
  `@mantine/hooks/esm/(?!(${rareHooks})/)`,
  `@tabler/.*/(${findSharedIcons().join('|')}|[a-z]\\w*)\\.mjs$`,
  '@tanstack/(history|query-core|react-query|react-router|react-store|router-core|store)/',
  'node_modules/(clsx|react|react-dom|react-remove-scroll|react-remove-scroll-bar|react-style-singleton)/',
  'node_modules/(fast-deep-equal|get-nonce|scheduler|tslib|use-callback-ref|use-sidecar|use-sync-external-store)/',
  '/console/(api|i18n)/',
  '/console/app/(?!account-menu|language-menu)',
  '/console/(dramas/lazy-audience|partner/retention/lazy-retention-content)\\.ts$',
  '/console/partner/(partner-frame|viewed-partner|web-address)\\.tsx?$',
  '/console/ui/(copy-action|dialog|error-alert|field-errors|filter-options|focus-first-error|lazy-with-retry)\\.tsx?$',
  '/console/ui/(page|page-loader|short-id|time-text)\\.tsx?$',
  '/console/ui/(until-idle|use-error-text|when-idle)\\.tsx?$',
  '/contract/',
  '/src/core/'
]
/** What asks for the first data, before the rest is there: the entry `start` needs no other file. */
const startModules = [
  '/console/start\\.ts$',
  '/console/api/(action-error|answers|list-request|send-action)\\.ts$',
  '/console/app/(first-requests|import-file)\\.ts$',
  '/console/i18n/(create-formats|languages)\\.ts$',
  '/console/(dramas/audience-request|reviews/(next-submissions-request|review-roles))\\.ts$',
  '/console/partner/(campaign-list-request|report/report-(request|search))\\.ts$',
  '/console/support/order-filter\\.ts$',
  '/src/core/(format/locale-format|lib/memoize)\\.ts$'
]
/** Small parts that several pages of an area need. */
const reviewModules = ['/console/reviews/(reviews-frame|status-badge)\\.tsx$']
const supportModules = [
  '/console/support/(named-value|order-status-badge|support-links|support-roles|use-signed)\\.tsx?$'
]
const tableModules = ['@tanstack/(react-table|table-core)/', '/console/ui/(data|list)-table\\.tsx$']
const choiceModules = ['@mantine/core/esm/components/(Combobox|Popover|Select)/']

let groups

/** Only for a build of the console, whose folder need not be there otherwise. */
function listGroups() {
  groups ??= Object.entries({
    start: startModules,
    shared: listSharedModules(),
    reviews: reviewModules,
    support: supportModules,
    table: tableModules,
    choices: choiceModules
  }).map(([name, patterns]) => [name, new RegExp(patterns.join('|'))])
  return groups
}

export const groupConsoleChunks = id => listGroups().find(([, pattern]) => pattern.test(id))?.[0]
