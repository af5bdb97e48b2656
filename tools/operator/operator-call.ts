export interface OperatorCall {
  method: 'GET' | 'POST'
  path: string
  fields: Record<string, unknown>
  /** Where to save the picture of the response. */
  file?: string
}

type Fields = OperatorCall['fields']

export const createGetCall = (path: string, sent: Fields): OperatorCall => ({ method: 'GET', path, fields: sent })
export const createPostCall = (path: string, sent: Fields): OperatorCall => ({ method: 'POST', path, fields: sent })

export class OperatorCommandError extends Error {}

/** Returns any other text unchanged, so that the server rejects it by the name of its field. */
export const parseNumber = (text: string): number | string => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
