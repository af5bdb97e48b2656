import { attributesOf, themeOf, type WorkbenchSettings } from '../settings/settings.js'

export interface Script {
  src: string
  integrity?: string
}

export interface SnippetSource {
  settings: WorkbenchSettings
  /** Origin of the script, and of the API unless `api-base` is set. */
  origin: string
  script: Script
}

/** Newest of the major version, or bytes that never change. */
export function scriptOf(
  origin: string,
  { version, hash }: { version: string; hash: string },
  isPinned: boolean
): Script {
  const major = version.split('.')[0]
  return isPinned
    ? { src: `${origin}/v${version}/drama-app.js`, integrity: hash }
    : { src: `${origin}/v${major}/drama-app.js` }
}

const HEIGHT = 'min(100vh, 812px)'

export function htmlSnippet({ settings, script }: SnippetSource): string {
  return [
    scriptTag(script),
    `<style>${renderRule(settings)}</style>`,
    `<drama-app${tagAttributes(settings)}></drama-app>`
  ].join('\n')
}

/** A block of the WordPress editor. It must not contain an empty line. */
export function wordpressSnippet(source: SnippetSource): string {
  return ['<!-- wp:html -->', htmlSnippet(source), '<!-- /wp:html -->'].join('\n')
}

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
    `<style scoped>${renderRule(settings)}</style>`
  ].join('\n')
}

export function policyLines({ settings, origin }: SnippetSource): string {
  const apiBase = attributesOf(settings).find(([name]) => name === 'api-base')?.[1]
  const api = typeof apiBase === 'string' ? new URL(apiBase).origin : origin
  return [`script-src ${origin};`, `connect-src ${api};`, `img-src ${api};`, 'media-src blob:;'].join('\n')
}

export function scriptTag({ src, integrity }: Script): string {
  const integrityAttributes = integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : ''
  return `<script type="module" src="${src}"${integrityAttributes}></script>`
}

function renderRule(settings: WorkbenchSettings): string {
  const declarations = Object.entries({ display: 'block', height: HEIGHT, ...themeOf(settings) })
  return `drama-app { ${declarations.map(([name, value]) => `${name}: ${value}`).join('; ')} }`
}

/** Adds `api-base` for bundled code, which cannot derive the origin from its script address. */
function tagAttributes(settings: WorkbenchSettings, bundledFrom?: string): string {
  const own = attributesOf(settings)
  const needsApiBase = bundledFrom !== undefined && !own.some(([name]) => name === 'api-base')
  const all = needsApiBase ? [['api-base', bundledFrom] as const, ...own] : own
  return all.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`)).join('')
}

function escapeHtml(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}
