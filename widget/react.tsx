// Entry for React hosts: the element is rendered by the host page's React.
import r2wc from '@r2wc/react-to-web-component'
import {
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  useCallback,
  useLayoutEffect,
  useRef
} from 'react'
import type { EventDetails } from '../src/core/event/host-events.js'
import { type AttributeName, attributeKinds } from './element/attributes.js'
import { define, TAG } from './element/define.js'
import { DramaAppRoot } from './element/drama-app-root.js'
import { warnMissingApiBase } from './element/missing-api-base.js'

define(() => r2wc(DramaAppRoot, { shadow: 'open', props: [] }), undefined, warnMissingApiBase)

export type DramaAppAttributes = {
  [Name in AttributeName]?: (typeof attributeKinds)[Name] extends 'switch' ? boolean : string
}

interface EventEnvelope {
  event_id: string
  lpid: string | null
  at: number
  version: string
}

export type DramaAppEvents = { [Name in keyof EventDetails]: CustomEvent<EventEnvelope & EventDetails[Name]> }

type Listeners = { [Name in keyof DramaAppEvents as `on${Name}`]?: (event: DramaAppEvents[Name]) => void }

export type DramaAppProps = DramaAppAttributes &
  Listeners &
  Omit<DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>, AttributeName>

type Listener = (event: Event) => void

/** Attaches the listeners itself, because React attaches none to a custom element that a server has rendered. */
export function DramaApp({ ref, ...props }: DramaAppProps): ReactElement {
  const element = useRef<HTMLElement>(null)
  const entries = Object.entries(props)
  const isListener = ([name]: [string, unknown]) => name.startsWith('ondrama-')
  const listeners: Record<string, unknown> = Object.fromEntries(entries.filter(isListener))
  const latest = useRef(listeners)
  const names = Object.keys(listeners).join()
  useLayoutEffect(() => {
    latest.current = listeners
  })
  useLayoutEffect(() => {
    const lifetime = new AbortController()
    for (const name of names ? names.split(',') : []) {
      const listener: Listener = event => (latest.current[name] as Listener | undefined)?.(event)
      element.current?.addEventListener(name.slice(2), listener, { signal: lifetime.signal })
    }
    return () => lifetime.abort()
  }, [names])
  const setElement = useCallback(
    (node: HTMLElement | null) => {
      element.current = node
      if (typeof ref === 'function') return ref(node)
      if (ref) ref.current = node
    },
    [ref]
  )
  return createElement(TAG, { ...Object.fromEntries(entries.filter(entry => !isListener(entry))), ref: setElement })
}

export { attributeKinds as attributes }
