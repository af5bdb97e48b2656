// The build resolves this module to the React entry of the widget.
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
    test?: boolean
  }

  export interface DramaAppEvents {
    'drama-paywall': CustomEvent<{
      drama_id: string
      episode_no: number
      price: number
      money: { amount: number; currency: string } | null
      grant(): Promise<boolean>
    }>
  }

  type Listeners = { [Name in keyof DramaAppEvents as `on${Name}`]?: (event: DramaAppEvents[Name]) => void }

  export type DramaAppProps = DramaAppAttributes &
    Listeners &
    Omit<DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>, keyof DramaAppAttributes>

  export function DramaApp(props: DramaAppProps): ReactElement
}
