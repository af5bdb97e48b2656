import { toDeclarations } from './declarations.js'
import { toCustomData, toWebTypes } from './editors.js'
import { toPreact, toReact, toSvelte, toVue } from './frameworks.js'
import { toManifest } from './manifest.js'

export function generateApiFiles(version: string): Record<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    'manifest/custom-elements.json': json(toManifest()),
    'manifest/vscode.html-custom-data.json': json(toCustomData()),
    'manifest/web-types.json': json(toWebTypes(version)),
    'types/drama-app.d.ts': toDeclarations(),
    'types/react.d.ts': toReact(),
    'types/preact.d.ts': toPreact(),
    'types/vue.d.ts': toVue(),
    'types/svelte.d.ts': toSvelte()
  }
}
