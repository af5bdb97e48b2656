// Size limits of both builds. The build manifest lists the files of a screen, because file names change.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { filesOf } from './chunk-manifest.mjs'

const app = ['widget/chunks/app.ts', 'widget/chunks/views.tsx', 'locales/app/pt.ts']
const home = [...app, 'src/views/catalogue/home-page.tsx']
const play = [...app, 'locales/pages/pt.ts', 'src/views/player/player-page.tsx']
const firstPicture = ['widget/drama-app.ts', 'widget/chunks/instant-start.ts']

const gzip = { gzip: true, brotli: false }

const consolePreloads = JSON.parse(await readFile('dist/console/preloads.json', 'utf8'))

/** The first load of each page of the console, in Portuguese; charts, calendars and dialogs come later. */
const consoleLimits = Object.entries(consolePreloads.pages).map(([route, { files, texts }]) => ({
  name: `console: ${route}`,
  path: [consolePreloads.start, consolePreloads.entry, consolePreloads.style, ...files, ...texts.pt].map(file =>
    path.resolve('dist/console', file)
  ),
  ...gzip,
  limit: '250 kB'
}))

export default [
  ...consoleLimits,
  {
    name: 'script tag: everything Home needs',
    path: await filesOf('cdn', ['widget/drama-app.ts', ...home]),
    ...gzip,
    // Names of chunks change the sum by up to 40 bytes. The numbers of the Top 10, badges and the wide layout are in the
    // first screen and would move it if they came later: 480 bytes. The outline of a page has to be there before its
    // code: 260 bytes. The menu beside every wide page: 140 bytes. The script tag in the syntax of browsers that are too
    // old, which it tells so: 60 bytes. Names of covers and the focus of a new page, for keyboards and screen readers:
    // 130 bytes. Code that the browser forgot while the page was left, and loads again: 100 bytes. Waiting for a server
    // that is away, which no code can be loaded for: 230 bytes. The address that follows the episode: 60 bytes.
    limit: '44.28 kB'
  },
  {
    name: 'script tag: the first picture of a play deep link',
    path: await filesOf('cdn', firstPicture),
    // The names of chunks are new in each build: nine builds of one source were from 14.18 to 14.23 kB. A ManagedMediaSource
    // takes 100 bytes, browsers that are too old 80, waiting for the sign-in of the page's first element 40. A page that
    // comes back from the back/forward cache loads what its browser forgot: 110 bytes, and tries again what failed: 90.
    limit: '14.49 kB'
  },
  {
    name: 'script tag: a play deep link without its engine',
    path: await filesOf('cdn', [...firstPicture, ...play]),
    // Builds of one source were from 53.18 to 53.31 kB: names of chunks and parts change it. The column beside a wide
    // player added 60 bytes: loaded later, it would move the picture. Controls that travel with a swipe added 160,
    // outlines of pages 300, a wait that a reload does not begin anew 60, the warming of the controls 50, a
    // ManagedMediaSource and browsers that are too old 180, names and focus for screen readers and forced colours 180, the
    // return from the back/forward cache 120, waiting for a server that is away 170, the
    // address that follows the episode 110.
    limit: '54.21 kB'
  },
  {
    name: 'the engine (hls.js)',
    path: await filesOf('cdn', ['src/video/hls-engine.ts'], play),
    // Names of chunks change this by up to 150 bytes: builds of one source were from 102.79 to 102.93 kB.
    limit: '103.2 kB'
  },
  {
    name: 'React build: everything Home needs, without React',
    path: await filesOf('react', ['widget/react.tsx', ...home]),
    ...gzip,
    // Names and focus for keyboards and screen readers added 100 bytes, the return from the back/forward cache 110,
    // waiting for a server that is away 260, the address that follows the episode 80.
    limit: '36.75 kB'
  }
]
