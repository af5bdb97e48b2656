export const OPENAPI_PATH = '/openapi.json'
export const READER_PATH = '/docs/api'
export const READER_SCRIPT_PATH = '/docs/api/scalar.js'
