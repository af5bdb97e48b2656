export interface OperatorCall {
  method: 'GET' | 'POST'
  path: string
  sent: Record<string, unknown>
  /** Where to save the picture of the response. */
  file?: string
}

type Fields = OperatorCall['sent']

export const get = (path: string, sent: Fields): OperatorCall => ({ method: 'GET', path, sent })
export const post = (path: string, sent: Fields): OperatorCall => ({ method: 'POST', path, sent })

export class OperatorCommandError extends Error {}

/** Returns any other text unchanged, so that the server rejects it by the name of its field. */
export const parseNumber = (text: string): number | string => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
