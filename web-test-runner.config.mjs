// Runs the same suite in a real browser against both builds of the element.
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
/** `TEST_FILES` narrows the suite to globs with commas between them. */
const files = process.env.TEST_FILES?.split(',') ?? ['test/widget/**/*.test.ts']

/** Renders a host page. Tests read the scripts to load and the API origin from `#build`. */
const createPageRenderer = describeBuild => framework =>
  `<!doctype html>
<html lang="pt">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Oferta da semana</title></head>
<body>
<script type="application/json" id="build">${JSON.stringify(describeBuild())}</script>
<script type="module" src="${framework}"></script>
</body>
</html>`

/** Clears the history before each file, because all files share a tab and the browser keeps only 50 entries. */
async function createPage({ context }) {
  const tab = await context.newPage()
  const devtools = await tab.createCDPSession()
  const goto = tab.goto.bind(tab)
  tab.goto = async (...address) => {
    await devtools.send('Page.resetNavigationHistory')
    return goto(...address)
  }
  return tab
}

export default {
  nodeResolve: false,
  concurrency: 1,
  plugins: [api.plugin, reactHost(), lab(), devtools(), esbuildPlugin({ ts: true, target: 'es2022' })],
  browsers: [chromeLauncher({ launchOptions: await chromiumLaunch(), concurrency: 1, createPage })],
  testFramework: { config: { timeout: 20_000 } },
  testsFinishTimeout: 300_000,
  reporters: [summaryReporter(), closingLine()],
  groups: [
    {
      name: 'script tag',
      files: [...files, '!test/widget/react/**'],
      testRunnerHtml: createPageRenderer(() => ({
        script: `${api.origin()}/drama-app.js`,
        secondScript: `${api.origin()}/drama-app.js?again`,
        lab: '/lab/preact/entry.js',
        api: api.origin()
      }))
    },
    {
      name: 'react',
      files,
      testRunnerHtml: createPageRenderer(() => ({
        script: '/react-host/one/entry.js',
        secondScript: '/react-host/two/entry.js',
        lab: '/lab/react/entry.js',
        api: api.origin()
      }))
    }
  ]
}
