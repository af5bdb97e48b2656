// What the build aliases to the React entry of the widget.
declare module 'drama-app/react' {
  import type { DetailedHTMLProps, HTMLAttributes, ReactElement } from 'react'

  export interface DramaAppAttributes {
    lpid?: string
    'api-base'?: string
    lang?: string
    routing?: string
    base?: string
    start?: string
    'max-width'?: string
    'manage-title'?: boolean
  }

  export type DramaAppProps = DramaAppAttributes &
    Omit<DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>, keyof DramaAppAttributes>

  export function DramaApp(props: DramaAppProps): ReactElement
}
