import { useText } from '../i18n/use-text.js'

const queueKeys = {
  events: 'queue_events',
  postbacks: 'queue_postbacks',
  push_messages: 'queue_push_messages',
  push_releases: 'queue_push_releases',
  orders_open: 'queue_orders_open',
  reward_reviews: 'queue_reward_reviews',
  reward_payments: 'queue_reward_payments',
  report_facts: 'queue_report_facts',
  report_archive: 'queue_report_archive'
} as const

/** A queue without a text is shown as the server calls it. */
export function useQueueName(): (name: string) => string {
  const text = useText('console-today')
  return name => {
    const key = Object.entries(queueKeys).find(([known]) => known === name)?.[1]
    return key === undefined ? name : text(key)
  }
}
