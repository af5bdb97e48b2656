// https://github.com/microsoft/vscode-custom-data and https://github.com/JetBrains/web-types
import { events, parts, properties, slots, variables } from '../../../widget/public-api/index.js'
import { attributeTypes } from './attribute-types.js'
import { APP_SUMMARY } from './summary.js'

export function toCustomData() {
  return {
    version: 1.1,
    tags: [
      {
        name: 'drama-app',
        description: APP_SUMMARY,
        attributes: attributeTypes.map(({ name, description, values, isSwitch }) => ({
          name,
          description,
          ...(isSwitch && { valueSet: 'v' }),
          ...(values.length > 0 && { values: values.map(value => ({ name: value })) })
        }))
      }
    ]
  }
}

export function toWebTypes(version: string) {
  const named = (list: Record<string, string>) =>
    Object.entries(list).map(([name, description]) => ({ name, description }))
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name: 'drama-app',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: 'drama-app',
            description: APP_SUMMARY,
            attributes: attributeTypes.map(({ name, description, fallback, type, isSwitch }) => ({
              name,
              description,
              value: isSwitch ? { kind: 'no-value', type: 'boolean' } : { type },
              ...(fallback !== undefined && { default: fallback })
            })),
            slots: named(slots),
            js: {
              properties: [
                ...attributeTypes.map(({ property, description, type }) => ({ name: property, description, type })),
                ...Object.entries(properties).map(([name, { description, type }]) => ({ name, description, type }))
              ],
              events: Object.entries(events).map(([name, { description }]) => ({ name, description }))
            },
            css: {
              properties: Object.entries(variables).map(([name, { description }]) => ({ name, description })),
              parts: named(parts)
            }
          }
        ]
      }
    }
  }
}
