// Single source of the public surface of `<drama-app>`: the build makes manifests, declarations and
// docs/reference/element.md from it. No page loads it.
export { type AttributeEntry, attributes } from './attributes.js'
export { type EventEntry, envelopeFields, events } from './events.js'
export { type MethodEntry, methods, type PropertyEntry, properties } from './members.js'
export { parts, slots, type VariableEntry, variables } from './styling.js'
