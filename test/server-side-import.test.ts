import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test.each([
  ['dist/cdn/drama-app.js', ''],
  ['dist/react/index.js', 'DramaApp,attributes']
])('%s is imported where there is no page, and does nothing', async (entry, exports) => {
  const script = `import(${JSON.stringify(`./${entry}`)}).then(module => {
    const touched = ['window', 'document', 'customElements', 'HTMLElement'].filter(name => name in globalThis)
    console.log(JSON.stringify({ exports: Object.keys(module).join(), touched }))
  })`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(JSON.parse(stdout)).toEqual({ exports, touched: [] })
  expect(stderr).toBe('')
})

test('frameworks with server components load the React entry in the browser', async () => {
  expect(await readFile('dist/react/index.js', 'utf8')).toMatch(/^["']use client["'];/)
})

test('the React component is drawn to a text there', async () => {
  const script = `const { createElement } = await import('react')
  const { renderToString } = await import('react-dom/server')
  const { DramaApp } = await import('./dist/react/index.js')
  console.log(renderToString(createElement(DramaApp, { lpid: 'a', 'manage-title': true }, createElement('a', { href: '/' }, 'x'))))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout.trim()).toBe('<drama-app lpid="a" manage-title=""><a href="/">x</a></drama-app>')
})
