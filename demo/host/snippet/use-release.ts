import { type RequestState, useRequest } from '../lib/use-request.js'

export interface Release {
  version: string
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
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${url} is ${response.status}`)
  return response.json()
}
