const METHODS = ['GET', 'OPTIONS', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'CONNECT', 'PATCH']

/** The wrapper's own default, for requests that name no method. */
const DEFAULT_METHOD = 'POST'

/** A standard method in capitals; a word that is none becomes the platform's default, GET. */
export function normaliseMethod(method: string = DEFAULT_METHOD): string {
  const wanted = method.toUpperCase()
  return METHODS.includes(wanted) ? wanted : 'GET'
}

/** Whether the data of a request travels in its address: fetch refuses a body for these. */
export function hasNoBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
