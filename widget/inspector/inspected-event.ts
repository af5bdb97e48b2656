import type { Heard } from './event-log.js'

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** Functions of a detail, such as `grant()`, as what they are. */
const asText = (_key: string, value: unknown) => (typeof value === 'function' ? '(function)' : value)

/** An event as it can be copied. */
export const copyOf = ({ name, detail, isCancelled }: Heard) => ({
  event: name,
  detail: JSON.parse(JSON.stringify(detail, asText)),
  ...(isCancelled && { cancelled: true })
})

/** A line for an event, and everything it carried. */
export function describeEvent({ name, detail, at, isCancelled }: Heard): { title: string[]; lines: string } {
  const cancelled = isCancelled ? ' (cancelled by the page)' : ''
  return { title: [`${time.format(at)} `, name, cancelled], lines: JSON.stringify(detail, asText, 2) }
}
