/** What every answer looks like; `data` is a base64 AES-256-CBC text when the server encrypts (ENCRYPT_DATA=1). */
export interface Envelope<Data = unknown> {
  code: number
  msg: string
  data: Data | string | null
}

/** The only code that means success. */
export const SUCCESS = 200
