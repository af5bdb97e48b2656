// Entry for React hosts: registers the same element and gives it a typed component.
import { createElement, type DetailedHTMLProps, type HTMLAttributes, type ReactElement } from 'react'
import { type AttributeName, attributes } from './attributes.js'
import { define, TAG } from './define.js'

define(import.meta.url)

export type DramaAppAttributes = {
  [Name in AttributeName]?: (typeof attributes)[Name] extends 'switch' ? boolean : string
}

/** Attributes as in HTML; events as `ondrama-…` properties of React 19, or by a ref and addEventListener. */
export type DramaAppProps = DramaAppAttributes &
  Omit<DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>, AttributeName>

export function DramaApp(props: DramaAppProps): ReactElement {
  return createElement(TAG, props)
}

export { attributes }
