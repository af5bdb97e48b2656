import { type AttributeName, attributeKinds, toProperty } from '../../../widget/element/attributes.js'
import { attributes } from '../../../widget/public-api/index.js'

export interface AttributeType {
  name: AttributeName
  property: string
  description: string
  fallback: string | undefined
  values: readonly string[]
  isSwitch: boolean
  type: string
}

const acceptsOtherSpellings = (name: AttributeName) => name === 'lang'

export const attributeTypes: readonly AttributeType[] = (Object.keys(attributes) as AttributeName[]).map(name => {
  const { description: summary, fallback, values = [], isLive } = attributes[name]
  const description = isLive ? `${summary} May change while the app runs.` : summary
  const isSwitch = attributeKinds[name] === 'switch'
  return { name, property: toProperty(name), description, fallback, values, isSwitch, type: typeOf(name, isSwitch) }
})

function typeOf(name: AttributeName, isSwitch: boolean): string {
  const { values } = attributes[name]
  if (isSwitch) return 'boolean'
  if (values)
    return [...values.map(value => `'${value}'`), ...(acceptsOtherSpellings(name) ? ['(string & {})'] : [])].join(' | ')
  return name === 'max-width' ? 'string | number' : 'string'
}
