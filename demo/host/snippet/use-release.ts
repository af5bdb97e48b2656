import { type RequestState, useRequest } from '../lib/use-request.js'

/** What a page may pin: a version of the script, and the hash of its bytes. */
export interface Release {
  version: string
  /** As in `integrity` of a script. */
  hash: string
}

export function useRelease(origin: string): RequestState<Release> {
  return useRequest(origin, async signal => {
    const { version } = await readIntegrity(`${origin}/integrity.json`, signal)
    const { files } = await readIntegrity(`${origin}/v${version}/integrity.json`, signal)
    const hash = files['drama-app.js']
    if (!hash) throw new Error('a release without its script')
    return { version, hash }
  })
}

interface Integrity {
  version: string
  files: Record<string, string>
}

async function readIntegrity(url: string, signal: AbortSignal): Promise<Integrity> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`${url} is ${answer.status}`)
  return answer.json()
}
