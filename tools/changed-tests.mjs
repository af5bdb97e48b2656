// Names the tests of a changed file. Most tests lie in the folder of the same name under `test`.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const journeysOfViewer = name => [`test/e2e/viewer/${name}.test.ts`]
/** These tests read the built product. */
export const buildTests = [
  'test/build.test.ts',
  'test/server-side-import.test.ts',
  'test/tools/cli/built-program.test.ts'
]

/** Tests of files without a folder of the same name. The longest path that a file begins with counts. */
export const otherTests = {
  'contract/balance.ts': ['test/server/wallet', 'test/core/wallet'],
  'contract/browse.ts': ['test/server/catalogue', 'test/core/catalogue'],
  'contract/check-in.ts': ['test/server/reward/check-in.test.ts', 'test/core/reward/check-ins.test.ts'],
  'contract/drama-defaults.ts': ['test/server/catalogue', 'test/server/ingest'],
  'contract/drama.ts': ['test/server/catalogue', 'test/core/catalogue'],
  'contract/episode.ts': ['test/server/play', 'test/core/playback'],
  'contract/feedback.ts': ['test/server/feedback', 'test/server/user'],
  'contract/index.ts': ['test/server/http', 'test/core/request'],
  'contract/protocol/': ['test/server/http', 'test/core/request'],
  'contract/push.ts': ['test/server/push', 'test/core/site'],
  'contract/quote.ts': ['test/server/unlock/quote.test.ts'],
  'contract/task.ts': ['test/server/reward/task.test.ts'],
  '.dockerignore': ['test/deploy'],
  'demo/': ['test/e2e/host/partner-page.test.ts'],
  'demo/host/': ['test/e2e/host/react-host-page.test.ts'],
  'demo/hostile/': ['test/e2e/host/hostile-pages.test.ts'],
  'demo/site/': ['test/e2e/delivery/site.test.ts', 'test/e2e/delivery/installed-site.test.ts'],
  'deploy/': ['test/deploy'],
  'locales/': ['test/locales.test.ts'],
  'rollup.config.mjs': buildTests,
  'sample/': ['test/tools/sample.test.ts'],
  'server/': ['test/server/http', 'test/server/process'],
  'server/modules/event/': ['test/server/campaign', 'test/core/event'],
  'server/modules/pass/': ['test/server/order'],
  'server/modules/store/': ['test/server/order/order.test.ts', 'test/server/unlock/quote.test.ts'],
  'src/core/': readdirSync('test/core')
    .filter(name => name.endsWith('.test.ts'))
    .map(name => `test/core/${name}`),
  'src/dom/': ['test/widget/ui'],
  'src/player/': ['test/player', 'test/e2e/player/paused.test.ts'],
  'src/player/instant-start/': ['test/e2e/player/instant-start.test.ts'],
  'src/video/': ['test/video', 'test/e2e/player/fast-start.test.ts'],
  'src/views/': ['test/e2e/app/start.test.ts'],
  'src/views/account/': journeysOfViewer('account'),
  'src/views/app/': ['test/widget/navigation', 'test/widget/start'],
  'src/views/catalogue/': ['test/e2e/catalogue/home.test.ts', 'test/e2e/catalogue/discover.test.ts'],
  'src/views/library/': ['test/e2e/catalogue/library.test.ts'],
  'src/views/player/': ['test/e2e/player/captions.test.ts', 'test/e2e/player/episode-end.test.ts'],
  'src/views/profile/': journeysOfViewer('profile'),
  'src/views/reward/': journeysOfViewer('rewards'),
  'src/views/spending/': journeysOfViewer('spending'),
  'src/views/store/': journeysOfViewer('store'),
  'src/views/ui/': ['test/widget/ui'],
  'src/views/unlock/': [...journeysOfViewer('unlock'), 'test/widget/pages/paywall.test.ts'],
  'src/views/wallet/': journeysOfViewer('wallet'),
  'tools/': ['test/tools'],
  'tools/build/': ['test/tools', ...buildTests],
  'tools/cli/': ['test/tools/cli', ...buildTests],
  'tools/deploy/': ['test/deploy'],
  'tools/operator/': ['test/tools/cli', 'test/server/operator', 'test/server/postback', ...buildTests],
  'tools/package/': ['test/e2e/delivery/npm-package.test.ts'],
  'widget/': ['test/widget/start', 'test/widget/react'],
  'widget/appearance/': ['test/widget/element'],
  'widget/inspector/': ['test/e2e/host/inspector.test.ts'],
  'widget/public-api/': ['test/widget/element', 'test/tools/public-api.test.ts']
}

function findMirror(file) {
  const [root, layer, feature = ''] = file.split('/')
  const noun = path.basename(file).replace(/\..*$/, '')
  if (root === 'src' && layer === 'core') return [`test/core/${feature}`]
  if (root === 'server') return [`test/server/${layer === 'modules' ? feature : layer}`]
  if (root === 'contract') return [`test/server/${noun}`, `test/core/${noun}`]
  if (root === 'widget') return [`test/widget/${layer}`]
  return []
}

const isFolder = file => existsSync(file) && !path.extname(file)

/** Files and folders with tests of `file`; empty for a file that is neither source nor test. */
export function listTestsOf(file) {
  if (file.startsWith('test/')) {
    if (file.endsWith('.test.ts')) return [file]
    const folder = path.posix.dirname(file).replace(/\/support.*$/, '')
    return [folder === 'test/widget/lab' ? 'test/widget/ui' : folder]
  }
  const mirror = findMirror(file).filter(isFolder)
  if (mirror.length > 0) return mirror
  const prefix = Object.keys(otherTests)
    .filter(start => file.startsWith(start))
    .sort((a, b) => b.length - a.length)[0]
  return otherTests[prefix] ?? []
}
