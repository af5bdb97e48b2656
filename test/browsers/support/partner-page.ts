// Serves the pages of test/browsers/pages on an origin that is not the app's.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { BrowserPage, PageSettings, PageSize } from '../engines/engine.js'
import type { Journeys } from './journey.js'

interface PartnerPageOptions {
  size?: PageSize
  settings?: PageSettings
  /** Further attributes of the page's element. */
  attributes?: string
  /** Instead of the file’s own. */
  path?: string
}

/** Opens a page of the folder by its name. */
export async function openPartnerPage(
  journeys: Journeys,
  name: string,
  { size, settings, attributes = '', path = `/${name}.html` }: PartnerPageOptions = {}
): Promise<BrowserPage> {
  const server = createServer((request, response) => {
    // What follows the file is a route of the app.
    const [, file] = (request.url ?? '').split(/[/?]/)
    readFile(`test/browsers/pages/${file}`, 'utf8').then(
      text => {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        const page = text.replace('"/drama-app.js"', `"${journeys.origin}/drama-app.js"`)
        response.end(page.replace('<drama-app ', `<drama-app ${attributes} `))
      },
      () => response.writeHead(404).end()
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return journeys.open(`http://127.0.0.1:${port}${path}`, size, settings)
}
