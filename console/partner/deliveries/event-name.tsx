import { useText } from '../../i18n/use-text.js'
import type { ListedDelivery } from './delivery-status.js'

/** In words of the language. */
export const EventName = ({ event }: Pick<ListedDelivery, 'event'>) => useText('console-names')(`event_${event}`)
