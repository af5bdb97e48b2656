/** Accepts a token without the word `Bearer` too. */
export function parseBearerToken(authorization: string | undefined): string | null {
  const token = (authorization ?? '').replace(/^Bearer /i, '').trim()
  return token === '' ? null : token
}
