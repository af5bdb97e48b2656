// Run before each file: one process runs many, and a server that listens puts its own Request and Response in place.
const KEPT = Symbol.for('drama test globals')
const kept = globalThis as typeof globalThis & { [KEPT]?: Pick<typeof globalThis, 'Request' | 'Response'> }

kept[KEPT] ??= { Request, Response }
Object.assign(globalThis, kept[KEPT])
