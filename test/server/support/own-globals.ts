// Restores the globals before each test file, because a listening server replaces Request and Response.
const GLOBALS_KEY = Symbol.for('drama test globals')
const globals = globalThis as typeof globalThis & { [GLOBALS_KEY]?: Pick<typeof globalThis, 'Request' | 'Response'> }

globals[GLOBALS_KEY] ??= { Request, Response }
Object.assign(globalThis, globals[GLOBALS_KEY])
