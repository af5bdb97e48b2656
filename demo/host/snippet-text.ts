import { attributesOf, type Settings, variablesOf } from './settings.js'

const HEIGHT = 'min(100vh, 812px)'

/** The three parts a plain page needs: the script, a rule that keeps the space free, and the tag. */
export function htmlSnippet(settings: Settings, origin: string): string {
  const attributes = Object.entries(attributesOf(settings, { usable: true }))
  const tag = attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
  const rules = Object.entries({ display: 'block', height: HEIGHT, ...variablesOf(settings) })
  return [
    `<script type="module" src="${origin}/drama-app.js"></script>`,
    `<style>drama-app { ${rules.map(([name, value]) => `${name}: ${value}`).join('; ')} }</style>`,
    `<drama-app${tag}></drama-app>`
  ].join('\n')
}

/** The same as a component. */
export function reactSnippet(settings: Settings, origin: string): string {
  const fromPage = { 'api-base': origin, ...attributesOf(settings, { usable: true }) }
  const lines = Object.entries(fromPage).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
  const style = Object.entries({ height: HEIGHT, ...variablesOf(settings) })
  return [
    `import { DramaApp } from 'drama-app/react'`,
    '',
    'const style = {',
    ...style.map(([name, value]) => `  ${name.startsWith('-') ? `'${name}'` : name}: '${value}',`),
    '}',
    '',
    'export function Drama() {',
    `  return <DramaApp ${lines.join(' ')} style={style} />`,
    '}'
  ].join('\n')
}

function escapeHtml(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}
