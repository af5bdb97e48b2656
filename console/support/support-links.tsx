import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import { toShortId } from '../ui/short-id.js'

const AnchorLink = createLink(
  (props: AnchorProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>) => <Anchor {...props} />
)

const ID_STYLE = { whiteSpace: 'nowrap' } as const

/** Ends of order numbers differ, their starts are the time. */
const shorten = (orderNo: string) => (orderNo.length > 16 ? `${orderNo.slice(0, 2)}…${orderNo.slice(-8)}` : orderNo)

export const OrderLink = ({ orderNo }: { orderNo: string }) => (
  <AnchorLink to="/orders/$orderNo" params={{ orderNo }} size="sm" ff="monospace" style={ID_STYLE} title={orderNo}>
    {shorten(orderNo)}
  </AnchorLink>
)

export const ViewerLink = ({ userId }: { userId: string }) => (
  <AnchorLink to="/viewers/$userId" params={{ userId }} size="sm" ff="monospace" style={ID_STYLE} title={userId}>
    {toShortId(userId)}
  </AnchorLink>
)
