import { attributes, events, methods, parts, properties, slots, variables } from '../../../widget/public-api/index.js'
import { attributeTypes } from '../api-files/attribute-types.js'
import { formatCode, joinSentences, toTable } from './markdown.js'

export function createElementTables(): Record<string, string> {
  return {
    attributes: toTable(
      ['attribute', 'property', 'values', 'default', 'live', 'meaning'],
      attributeTypes.map(({ name, property, values, isSwitch, fallback }) => [
        formatCode(name),
        formatCode(property),
        isSwitch ? 'present or absent' : values.map(formatCode).join(', '),
        fallback === undefined ? '' : formatCode(fallback),
        attributes[name].isLive ? 'yes' : '',
        joinSentences(attributes[name].description, attributes[name].details)
      ])
    ),
    members: toTable(
      ['member', 'type', 'meaning'],
      [
        ...Object.entries(properties).map(([name, { type, description }]) => [
          formatCode(name),
          formatCode(type),
          description
        ]),
        ...Object.entries(methods).map(([name, { parameters, result, description, details }]) => {
          const list = parameters.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`)
          return [formatCode(`${name}(${list.join(', ')})`), formatCode(result), joinSentences(description, details)]
        })
      ]
    ),
    events: toTable(
      ['event', 'extra detail', 'when'],
      Object.entries(events).map(([name, { detail, description, details }]) => [
        formatCode(name),
        detail === null ? '' : formatCode(detail),
        joinSentences(description, details)
      ])
    ),
    variables: toTable(
      ['variable', 'type', 'dark', 'light', 'meaning'],
      Object.entries(variables).map(([name, { syntax, fallback, light, isReadOnly, description }]) => [
        formatCode(name),
        formatCode(syntax),
        fallback === undefined ? '' : formatCode(fallback),
        light === undefined ? '' : formatCode(light),
        joinSentences(isReadOnly ? 'Read only.' : undefined, description)
      ])
    ),
    parts: toTable(
      ['part', 'what'],
      Object.entries(parts).map(([name, description]) => [formatCode(name), description])
    ),
    slots: toTable(
      ['slot', 'content'],
      Object.entries(slots).map(([name, description]) => [formatCode(name || 'default'), description])
    )
  }
}
