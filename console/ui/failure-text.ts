import type { PartMessages } from '../i18n/parts.js'

interface FailureText {
  key: keyof PartMessages['console-failures']
  parameters?: { code: string }
}

const causes: readonly (readonly [RegExp, FailureText['key']])[] = [
  [/\bE(NOTFOUND|AI_AGAIN|AI_NODATA)\b/, 'nameNotFound'],
  [/\bECONNREFUSED\b/, 'refused'],
  [/\b(ECONNRESET|EPIPE|ECONNABORTED)\b/, 'brokenOff'],
  [/\b(ETIMEDOUT|TimeoutError)\b|^timeout$|no answer( in time)?$/, 'timedOut'],
  [/\b(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)\b/, 'unreachable'],
  [/\bCERT_HAS_EXPIRED\b/, 'certificateExpired'],
  [/\b(CERT_|ERR_TLS_CERT|SELF_SIGNED_CERT|DEPTH_ZERO_|UNABLE_TO_(VERIFY|GET_ISSUER))/, 'certificate'],
  [/\b(HPE_|EPROTO\b|ERR_SSL_)/, 'protocol'],
  [/this address may not be called/, 'notAllowed'],
  [/the name leads to a private address/, 'privateAddress'],
  [/\bENOSPC\b/, 'noSpace'],
  [/\b(EACCES|EPERM|EROFS)\b/, 'notWritable'],
  [/^not sent: the server saw no such play$/, 'noSuchPlay'],
  [/^not sent: the postback was removed$/, 'postbackRemoved'],
  [/^not sent: the token was removed$/, 'tokenRemoved'],
  [/^not sent: the network has no name for this event$/, 'noEventName'],
  [/^not sent: the campaign has no pixel id$/, 'noPixelId'],
  [/^not sent: the viewer has not agreed, or the page is unknown$/, 'notAgreed'],
  [/^not sent: a test, and no test code is set$/, 'noTestCode'],
  [/^not sent: older than 7 days$/, 'tooOld']
]

/** What an error of the network or the disk means. Null for one that says something else. */
export function findCause(raw: string): FailureText | null {
  const key = causes.find(([pattern]) => pattern.test(raw))?.[1]
  return key === undefined ? null : { key }
}

/** What became of a call: `404 Not found`, or why there was no answer. */
export function readCallResult(raw: string): FailureText {
  const [, code] = /^(\d{3})(?: |$)/.exec(raw) ?? []
  if (code === undefined) return findCause(raw) ?? { key: 'other' }
  return { key: toStatusKey(Number(code)), parameters: { code } }
}

function toStatusKey(status: number): FailureText['key'] {
  if (status >= 200 && status < 300) return 'accepted'
  if (status === 401 || status === 403) return 'denied'
  if (status === 404 || status === 410) return 'notFound'
  if (status === 429) return 'tooMany'
  return status >= 500 ? 'broken' : 'answered'
}
