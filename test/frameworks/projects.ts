// The smallest project of each framework, around the example that docs/guide/embed.md prints for it.
import { readDocsExample } from '../support/docs-example.js'

export interface FrameworkProject {
  name: string
  /** The newest versions that run on the oldest Node that this project supports. */
  packages: readonly string[]
  files: Readonly<Record<string, string>>
  /** Commands of the project's packages. The last one serves the built site. */
  build: readonly string[]
  serve: (port: number) => string
  /** Event that the example listens for, with a detail whose values it logs. */
  event: { name: string; detail: Record<string, unknown>; logged: string }
}

const GUIDE = 'docs/guide/embed.md'
const purchase = {
  name: 'drama-purchase',
  detail: { order_no: 'o_1', value: 9.9, currency: 'BRL' },
  logged: 'o_1 9.9 BRL'
}
const tsconfig = JSON.stringify({
  compilerOptions: { target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler', strict: true, noEmit: true }
})

export function createProjects(origin: string): FrameworkProject[] {
  const readExample = (text: string) => readDocsExample(GUIDE, text).replaceAll('https://drama.example', origin)
  return [
    {
      name: 'Next',
      packages: ['next', 'react', 'react-dom'],
      files: {
        'app/layout.jsx':
          'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>\n}\n',
        'app/page.jsx': "import { Drama } from './drama'\n\nexport default function Page() {\n  return <Drama />\n}\n",
        'app/drama.jsx': `'use client'\n${readExample("from 'drama-app/react'")}`
      },
      build: ['next build'],
      serve: port => `next start -p ${port}`,
      event: { name: 'drama-paywall', detail: { price: 60 }, logged: '60' }
    },
    {
      name: 'Nuxt',
      packages: ['nuxt'],
      files: {
        'nuxt.config.mjs':
          "export default { telemetry: false, vue: { compilerOptions: { isCustomElement: tag => tag === 'drama-app' } } }\n",
        'app/app.vue': readExample('<script setup>')
      },
      build: ['nuxt build'],
      serve: () => 'node .output/server/index.mjs',
      event: purchase
    },
    {
      name: 'SvelteKit',
      packages: ['@sveltejs/kit', '@sveltejs/vite-plugin-svelte', 'svelte', 'svelte-check', 'typescript', 'vite'],
      files: {
        'vite.config.js':
          "import { sveltekit } from '@sveltejs/kit/vite'\n\nexport default { plugins: [sveltekit()] }\n",
        'svelte.config.js': 'export default {}\n',
        'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
        'src/routes/+page.svelte': readExample('ondrama-purchase={onPurchase}'),
        'tsconfig.json': tsconfig
      },
      build: ['svelte-kit sync', 'svelte-check --fail-on-warnings', 'vite build'],
      serve: port => `vite preview --port ${port} --strictPort`,
      event: purchase
    },
    {
      name: 'Astro',
      packages: ['astro@5'],
      files: { 'src/pages/index.astro': readExample("querySelector('drama-app')?.addEventListener('drama-purchase'") },
      build: ['astro build'],
      serve: port => `astro preview --port ${port}`,
      event: purchase
    }
  ]
}
