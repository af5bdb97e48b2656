// Entry for React hosts: the element is rendered by the host page's React.
import r2wc from '@r2wc/react-to-web-component'
import { createElement, type DetailedHTMLProps, type HTMLAttributes, type ReactElement } from 'react'
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

export function DramaApp(props: DramaAppProps): ReactElement {
  return createElement(TAG, props)
}

export { attributeKinds as attributes }
