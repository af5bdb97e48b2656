import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const built = (file: string) => import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<Record<string, unknown>>

test('importing either build where there is no browser throws nothing and defines nothing', async () => {
  await built('dist/cdn/drama-app.js')
  expect(await built('dist/react/index.js')).toMatchObject({ DramaApp: expect.any(Function) })
  expect('customElements' in globalThis).toBe(false)
})

test('the component of the React build renders the tag on a server', async () => {
  const { createElement } = await import('react')
  const { renderToString } = await import('react-dom/server')
  const { DramaApp } = await built('dist/react/index.js')
  const html = renderToString(createElement(DramaApp as (props: { lpid: string }) => null, { lpid: 'autumn' }))
  expect(html).toBe('<drama-app lpid="autumn"></drama-app>')
})
