// https://github.com/webcomponents/custom-elements-manifest
import {
  envelopeFields,
  events,
  methods,
  parts,
  properties,
  slots,
  variables
} from '../../../widget/public-api/index.js'
import { attributeTypes } from './attribute-types.js'
import { APP_SUMMARY } from './summary.js'

const MODULE = 'drama-app.js'
const CLASS = 'DramaAppElement'

export function toManifest() {
  const declaration = {
    kind: 'class',
    customElement: true,
    tagName: 'drama-app',
    name: CLASS,
    description: APP_SUMMARY,
    superclass: { name: 'HTMLElement' },
    attributes: attributeTypes.map(({ name, property, description, fallback, type }) => ({
      name,
      fieldName: property,
      description,
      type: { text: type },
      ...(fallback !== undefined && { default: fallback })
    })),
    members: [...fields(), ...functions()],
    events: Object.entries(events).map(([name, { description, detail }]) => ({
      name,
      description,
      type: { text: `CustomEvent<${detail === null ? envelopeFields : `${envelopeFields} & ${detail}`}>` }
    })),
    slots: Object.entries(slots).map(([name, description]) => ({ name, description })),
    cssParts: Object.entries(parts).map(([name, description]) => ({ name, description })),
    cssProperties: Object.entries(variables).map(([name, { description, syntax, fallback }]) => ({
      name,
      description,
      syntax,
      ...(fallback !== undefined && { default: fallback })
    }))
  }
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: MODULE,
        declarations: [declaration],
        exports: [
          { kind: 'custom-element-definition', name: 'drama-app', declaration: { name: CLASS, module: MODULE } }
        ]
      }
    ]
  }
}

function fields() {
  const reflected = attributeTypes.map(({ name, property, description, type }) => ({
    kind: 'field',
    name: property,
    description,
    type: { text: type },
    attribute: name,
    reflects: true
  }))
  const readonly = Object.entries(properties).map(([name, { description, type }]) => ({
    kind: 'field',
    name,
    description,
    type: { text: type },
    readonly: true
  }))
  return [...reflected, ...readonly]
}

function functions() {
  return Object.entries(methods).map(([name, { description, parameters, result }]) => ({
    kind: 'method',
    name,
    description,
    parameters: parameters.map(({ name, type, isOptional }) => ({
      name,
      type: { text: type },
      ...(isOptional && { optional: true })
    })),
    return: { type: { text: result } }
  }))
}
