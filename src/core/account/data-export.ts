import type { App } from '../app.js'
import type { TextFile } from '../lib/text-file.js'
import { FETCH_POLICY } from '../request/headers.js'
import { RequestError } from '../request/request-error.js'

export async function fetchExport(app: App): Promise<TextFile> {
  const { url } = await app.api.get('/user/export', {}, { isQuiet: true })
  const response = await app.environment.fetch(url, { ...FETCH_POLICY, signal: app.signal }).catch(() => {
    throw new RequestError('network', 'the file did not arrive')
  })
  if (!response.ok) throw new RequestError('server', `the file was refused: ${response.status}`)
  return { name: 'drama.json', type: 'application/json', text: await response.text() }
}
