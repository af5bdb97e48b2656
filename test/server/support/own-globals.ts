// Restores the globals before each test file, because a listening server replaces Request and Response.
const KEPT = Symbol.for('drama test globals')
const kept = globalThis as typeof globalThis & { [KEPT]?: Pick<typeof globalThis, 'Request' | 'Response'> }

kept[KEPT] ??= { Request, Response }
Object.assign(globalThis, kept[KEPT])
