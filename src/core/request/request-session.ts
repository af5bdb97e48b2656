import { SESSION_INVALID_CODE } from './error-codes.js'
import { RequestError } from './request-error.js'

/** What requests need from the session. */
export interface RequestSession {
  whenReady(): Promise<void>
  /**
   * Handles a 999 for a call at `path` made with `token`. Repeat the call after `again`, reject it after `ended`, and
   * return the response after `refused`.
   */
  forceLogout(token: string, path: string): Promise<'again' | 'ended' | 'refused'>
}

interface SentCall {
  url: string
  token: string | undefined
  isRepeated: boolean
}

/** Ends the session if `code` says that it is invalid. Returns whether to repeat the call; rejects if the session ended. */
export async function handleSessionInvalid(
  code: number | undefined,
  { url, token, isRepeated }: SentCall,
  forceLogout: RequestSession['forceLogout']
): Promise<boolean> {
  if (code !== SESSION_INVALID_CODE) return false
  const decision = await forceLogout(token ?? '', url)
  if (decision === 'refused') return false
  if (decision === 'again' && !isRepeated) return true
  throw new RequestError('session', 'aborted: session', SESSION_INVALID_CODE)
}
