import { type AttributeName, attributeKinds, toProperty } from '../../../widget/element/attributes.js'
import { attributes } from '../../../widget/public-api/index.js'

export interface AttributeType {
  name: AttributeName
  property: string
  description: string
  fallback: string | undefined
  values: readonly string[]
  isSwitch: boolean
  /** As TypeScript, of what may be written. */
  type: string
}

/** Attributes whose values are those that are listed, in other spellings too. */
const isLoose = (name: AttributeName) => name === 'lang'

export const attributeTypes: readonly AttributeType[] = (Object.keys(attributes) as AttributeName[]).map(name => {
  const { description: sentence, fallback, values = [], isLive } = attributes[name]
  const description = isLive ? `${sentence} May change while the app runs.` : sentence
  const isSwitch = attributeKinds[name] === 'switch'
  return { name, property: toProperty(name), description, fallback, values, isSwitch, type: typeOf(name, isSwitch) }
})

function typeOf(name: AttributeName, isSwitch: boolean): string {
  const { values } = attributes[name]
  if (isSwitch) return 'boolean'
  if (values) return [...values.map(value => `'${value}'`), ...(isLoose(name) ? ['(string & {})'] : [])].join(' | ')
  return name === 'max-width' ? 'string | number' : 'string'
}
