/**
 * The JSON of every response. With ENCRYPT_DATA=1 the server sends `data` as base64 text, encrypted with AES-256-CBC.
 */
export interface Envelope<Data = unknown> {
  code: number
  msg: string
  data: Data | string | null
}

export const SUCCESS_CODE = 200
