// The element as code for the pages of a partner.
import { attributesOf, type Settings, themeOf } from '../settings/settings.js'

/** Which script a page takes: the newest of its major, or one version with its hash. */
export interface Script {
  src: string
  integrity?: string
}

export interface SnippetSource {
  settings: Settings
  /** Of the server that gives the script, and answers where no `api-base` says another. */
  origin: string
  script: Script
}

const HEIGHT = 'min(100vh, 812px)'

/** The three parts a plain page needs: the script, a rule that keeps the space free, and the tag. */
export function htmlSnippet({ settings, script }: SnippetSource): string {
  return [
    scriptTag(script),
    `<style>${rule(settings)}</style>`,
    `<drama-app${tagAttributes(settings)}></drama-app>`
  ].join('\n')
}

/** The same as a block of WordPress' editor; it may hold no empty line. */
export function wordpressSnippet(source: SnippetSource): string {
  return ['<!-- wp:html -->', htmlSnippet(source), '<!-- /wp:html -->'].join('\n')
}

/** The same as a component of React 19. */
export function reactSnippet({ settings, origin }: SnippetSource): string {
  const style = Object.entries({ height: HEIGHT, ...themeOf(settings) })
  return [
    `import { DramaApp } from 'drama-app/react'`,
    '',
    'const style = {',
    ...style.map(([name, value]) => `  ${name.startsWith('-') ? `'${name}'` : name}: '${value}',`),
    '}',
    '',
    'export function Drama() {',
    `  return <DramaApp${tagAttributes(settings, origin)} style={style} />`,
    '}'
  ].join('\n')
}

/** The same as a component of Vue 3. */
export function vueSnippet({ settings, origin }: SnippetSource): string {
  return [
    "<!-- vite.config: vue({ template: { compilerOptions: { isCustomElement: tag => tag === 'drama-app' } } }) -->",
    '<script setup>',
    "import 'drama-app'",
    '',
    'function onPurchase({ detail }) {',
    '  console.log(detail.order_no, detail.value, detail.currency)',
    '}',
    '</script>',
    '',
    '<template>',
    `  <drama-app${tagAttributes(settings, origin)} @drama-purchase="onPurchase"></drama-app>`,
    '</template>',
    '',
    `<style scoped>${rule(settings)}</style>`
  ].join('\n')
}

/** Directives that a strict policy needs, one a line, for the addresses of this set-up. */
export function policyLines({ settings, origin }: SnippetSource): string {
  const named = attributesOf(settings).find(([name]) => name === 'api-base')?.[1]
  const api = typeof named === 'string' ? new URL(named).origin : origin
  return [`script-src ${origin};`, `connect-src ${api};`, `img-src ${api};`, 'media-src blob:;'].join('\n')
}

export function scriptTag({ src, integrity }: Script): string {
  const pin = integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : ''
  return `<script type="module" src="${src}"${pin}></script>`
}

function rule(settings: Settings): string {
  const declarations = Object.entries({ display: 'block', height: HEIGHT, ...themeOf(settings) })
  return `drama-app { ${declarations.map(([name, value]) => `${name}: ${value}`).join('; ')} }`
}

/** With `bundledFrom` for code in a bundle, which cannot know where its server is. */
function tagAttributes(settings: Settings, bundledFrom?: string): string {
  const own = attributesOf(settings)
  const isUnnamed = bundledFrom !== undefined && !own.some(([name]) => name === 'api-base')
  const all = isUnnamed ? [['api-base', bundledFrom] as const, ...own] : own
  return all.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`)).join('')
}

function escapeHtml(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}
