import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

const AnchorLink = createLink(
  (props: AnchorProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>) => <Anchor {...props} />
)

const ID_STYLE = { whiteSpace: 'nowrap' } as const

/** Ends of ids differ, their starts are the time. */
const shorten = (id: string) => (id.length > 16 ? `${id.slice(0, 2)}…${id.slice(-8)}` : id)

export const OrderLink = ({ orderNo }: { orderNo: string }) => (
  <AnchorLink to="/orders/$orderNo" params={{ orderNo }} size="sm" ff="monospace" style={ID_STYLE} title={orderNo}>
    {shorten(orderNo)}
  </AnchorLink>
)

export const ViewerLink = ({ userId }: { userId: string }) => (
  <AnchorLink to="/viewers/$userId" params={{ userId }} size="sm" ff="monospace" style={ID_STYLE} title={userId}>
    {shorten(userId)}
  </AnchorLink>
)
