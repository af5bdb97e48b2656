import { envelopeFields, events, methods, properties } from '../../../widget/public-api/index.js'
import { type AttributeType, attributeTypes } from './attribute-types.js'

export const HEAD = '// Made by the build from widget/public-api; changes belong there.\n'

const toJsDoc = (description: string) => `  /** ${description} */\n`

export function toDeclarations(): string {
  return `${HEAD}
/** What every event says; \`at\` is epoch ms. */
export type DramaAppEventEnvelope = ${envelopeFields}

/** @deprecated Use DramaAppEventEnvelope. */
export type DramaAppTold = DramaAppEventEnvelope

/** Events of the element by their names. */
export interface DramaAppEventMap {
${Object.entries(events).map(writeEvent).join('\n')}
}

/** The same, under the name that the React types had first. */
export type DramaAppEvents = DramaAppEventMap

/** Attributes as they are written in HTML. */
export interface DramaAppAttributes {
${attributeTypes.map(({ name, description, type }) => `${toJsDoc(description)}  '${name}'?: ${type} | undefined`).join('\n')}
}

export interface DramaAppElement extends HTMLElement {
${attributeTypes.map(writeProperty).join('\n')}
${Object.entries(properties)
  .map(([name, { description, type }]) => `${toJsDoc(description)}  readonly ${name}: ${type}`)
  .join('\n')}
${Object.entries(methods)
  .map(([name, { description, parameters, result }]) => {
    const list = parameters.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`)
    return `${toJsDoc(description)}  ${name}(${list.join(', ')}): ${result}`
  })
  .join('\n')}
${['add', 'remove'].map(writeListening).join('\n')}
}

declare global {
  interface HTMLElementTagNameMap {
    'drama-app': DramaAppElement
  }
  interface DocumentEventMap extends DramaAppEventMap {}
  interface WindowEventMap extends DramaAppEventMap {}
}
`
}

function writeEvent([name, { description, detail }]: [string, (typeof events)[keyof typeof events]]): string {
  const type = detail === null ? 'DramaAppEventEnvelope' : `DramaAppEventEnvelope & ${detail}`
  return `${toJsDoc(description)}  '${name}': CustomEvent<${type}>`
}

/** The getter returns text or undefined; the setter also accepts numbers, null and undefined. */
function writeProperty({ property, description, type, isSwitch }: AttributeType): string {
  // HTMLElement declares `lang` as a string, and an override cannot widen it.
  if (property === 'lang') return `${toJsDoc(description)}  lang: string`
  if (isSwitch) return `${toJsDoc(description)}  ${property}: boolean`
  return [
    `${toJsDoc(description)}  get ${property}(): string | undefined`,
    `  set ${property}(value: ${type} | null | undefined)`
  ].join('\n')
}

function writeListening(verb: string): string {
  const options = verb === 'add' ? 'AddEventListenerOptions' : 'EventListenerOptions'
  const maps = ['DramaAppEventMap', 'HTMLElementEventMap'].map(
    map => `  ${verb}EventListener<Name extends keyof ${map}>(
    type: Name,
    listener: (this: DramaAppElement, event: ${map}[Name]) => unknown,
    options?: boolean | ${options}
  ): void`
  )
  const any = `  ${verb}EventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | ${options}
  ): void`
  return [...maps, any].join('\n')
}
