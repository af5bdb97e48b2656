import { attributes, events, methods, parts, properties, slots, variables } from '../../../widget/public-api/index.js'
import { attributeTypes } from '../api-files/attribute-types.js'
import { code, toTable, toText } from './markdown.js'

export function createElementTables(): Record<string, string> {
  return {
    attributes: toTable(
      ['attribute', 'property', 'values', 'default', 'live', 'meaning'],
      attributeTypes.map(({ name, property, values, isSwitch, fallback }) => [
        code(name),
        code(property),
        isSwitch ? 'present or absent' : values.map(code).join(', '),
        fallback === undefined ? '' : code(fallback),
        attributes[name].isLive ? 'yes' : '',
        toText(attributes[name].description, attributes[name].details)
      ])
    ),
    members: toTable(
      ['member', 'type', 'meaning'],
      [
        ...Object.entries(properties).map(([name, { type, description }]) => [code(name), code(type), description]),
        ...Object.entries(methods).map(([name, { parameters, result, description, details }]) => {
          const list = parameters.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`)
          return [code(`${name}(${list.join(', ')})`), code(result), toText(description, details)]
        })
      ]
    ),
    events: toTable(
      ['event', 'extra detail', 'when'],
      Object.entries(events).map(([name, { detail, description, details }]) => [
        code(name),
        detail === null ? '' : code(detail),
        toText(description, details)
      ])
    ),
    variables: toTable(
      ['variable', 'type', 'dark', 'light', 'meaning'],
      Object.entries(variables).map(([name, { syntax, fallback, light, isReadOnly, description }]) => [
        code(name),
        code(syntax),
        fallback === undefined ? '' : code(fallback),
        light === undefined ? '' : code(light),
        toText(isReadOnly ? 'Read only.' : undefined, description)
      ])
    ),
    parts: toTable(
      ['part', 'what'],
      Object.entries(parts).map(([name, description]) => [code(name), description])
    ),
    slots: toTable(
      ['slot', 'content'],
      Object.entries(slots).map(([name, description]) => [code(name || 'default'), description])
    )
  }
}
