// The element in a real browser, on both builds: the same suite runs once against each.
import { esbuildPlugin } from '@web/dev-server-esbuild'
import { summaryReporter } from '@web/test-runner'
import { chromeLauncher } from '@web/test-runner-chrome'
import { chromiumLaunch } from './test/support/chromium.mjs'
import { lab } from './test/widget/lab/lab-server.mjs'
import { devtools } from './test/widget/support/devtools.mjs'
import { product } from './test/widget/support/product.mjs'
import { reactHost } from './test/widget/support/react-host.mjs'
import { closingLine } from './test/widget/support/summary-reporter.mjs'

const api = product()
const suite = ['test/widget/**/*.test.ts', '!test/widget/react/**']

/** The partner page; `build` says what a test loads there and where the API answers. */
const page = describe => framework =>
  `<!doctype html>
<html lang="pt">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Oferta da semana</title></head>
<body>
<script type="application/json" id="build">${JSON.stringify(describe())}</script>
<script type="module" src="${framework}"></script>
</body>
</html>`

/** The runner opens one file after another in the same tab; at 50 entries the browser forgets the first of its history. */
async function createPage({ context }) {
  const tab = await context.newPage()
  const devtools = await tab.createCDPSession()
  const open = tab.goto.bind(tab)
  tab.goto = async (...address) => {
    await devtools.send('Page.resetNavigationHistory')
    return open(...address)
  }
  return tab
}

export default {
  nodeResolve: false,
  concurrency: 1,
  plugins: [api.plugin, reactHost(), lab(), devtools(), esbuildPlugin({ ts: true, target: 'es2022' })],
  browsers: [chromeLauncher({ launchOptions: await chromiumLaunch(), concurrency: 1, createPage })],
  testFramework: { config: { timeout: 20_000, retries: 1 } },
  testsFinishTimeout: 60_000,
  reporters: [summaryReporter(), closingLine()],
  groups: [
    {
      name: 'script tag',
      files: suite,
      testRunnerHtml: page(() => ({
        script: `${api.origin()}/drama-app.js`,
        secondScript: `${api.origin()}/drama-app.js?again`,
        lab: '/lab/preact/entry.js',
        api: api.origin()
      }))
    },
    {
      name: 'react',
      files: ['test/widget/**/*.test.ts'],
      testRunnerHtml: page(() => ({
        script: '/react-host/one/entry.js',
        secondScript: '/react-host/two/entry.js',
        lab: '/lab/react/entry.js',
        api: api.origin()
      }))
    }
  ]
}
