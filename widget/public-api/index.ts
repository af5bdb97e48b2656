// The public surface of `<drama-app>`, said once: manifests, declarations and docs/reference/element.md are made of it.
// Nothing of it reaches a page: only the build and the tests import it.
export { type AttributeEntry, attributes } from './attributes.js'
export { type EventEntry, envelopeFields, events } from './events.js'
export { type MethodEntry, methods, type PropertyEntry, properties } from './members.js'
export { parts, slots, type VariableEntry, variables } from './styling.js'
