import { attributeKinds } from '../../../widget/element/attributes.js'
import { events } from '../../../widget/public-api/index.js'
import { HEAD } from './declarations.js'

const names = Object.keys(events)
const importTypes = "import type { DramaAppAttributes, DramaAppElement, DramaAppEventMap } from './drama-app.js'\n"
const reexport = "export * from './drama-app.js'\n"

export function toReact(): string {
  return `${HEAD}import type { CSSProperties, DetailedHTMLProps, HTMLAttributes, ReactElement } from 'react'
${importTypes}
${reexport}
/** Attributes as in HTML; events as \`ondrama-…\` properties, or by a ref and addEventListener; its CSS variables in \`style\`. */
export type DramaAppProps = DramaAppAttributes & {
  [Name in keyof DramaAppEventMap as \`on\${Name}\`]?: (event: DramaAppEventMap[Name]) => void
} & Omit<DetailedHTMLProps<HTMLAttributes<DramaAppElement>, DramaAppElement>, keyof DramaAppAttributes | 'style'> & {
  style?: (CSSProperties & { [Name in \`--drama-\${string}\`]?: string | number | undefined }) | undefined
}

/** Registers the element and draws it. */
export declare function DramaApp(props: DramaAppProps): ReactElement

/** Names of the attributes; a switch is there or not. */
export declare const attributes: {
${Object.entries(attributeKinds)
  .map(([name, kind]) => `  readonly '${name}': '${kind}'`)
  .join('\n')}
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'drama-app': DramaAppProps
    }
  }
}
`
}

export function toPreact(): string {
  return `${HEAD}import type { HTMLAttributes } from 'preact'
${importTypes}
${reexport}
export type DramaAppProps = DramaAppAttributes & {
  [Name in keyof DramaAppEventMap as \`on\${Name}\`]?: (event: DramaAppEventMap[Name]) => void
} & Omit<HTMLAttributes<DramaAppElement>, keyof DramaAppAttributes>

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'drama-app': DramaAppProps
    }
  }
}
`
}

/** Vue writes the listener `@drama-ready` as the property `onDramaReady`. */
export function toVue(): string {
  const pascal = (name: string) => name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return `${HEAD}${importTypes.replace('DramaAppElement, ', '')}
${reexport}
export interface DramaAppProps extends DramaAppAttributes {
${names.map(name => `  on${pascal(name)}?: (event: DramaAppEventMap['${name}']) => void`).join('\n')}
}

declare module 'vue' {
  interface GlobalComponents {
    'drama-app': new () => { $props: DramaAppProps }
  }
}
`
}

/** Svelte 4 uses `on:drama-ready`, Svelte 5 `ondrama-ready`. */
export function toSvelte(): string {
  return `${HEAD}${importTypes.replace('DramaAppElement, ', '')}
${reexport}
export type DramaAppProps = DramaAppAttributes & {
  [Name in keyof DramaAppEventMap as \`on\${Name}\` | \`on:\${Name}\`]?: (event: DramaAppEventMap[Name]) => void
}

declare global {
  namespace svelteHTML {
    interface IntrinsicElements {
      'drama-app': DramaAppProps & { [other: string]: unknown }
    }
  }
}
`
}
