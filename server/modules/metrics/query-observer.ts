import type { QueryObserver } from '../../db/open.js'
import { recordSpan } from '../../lib/tracing.js'
import type { Metrics } from './metrics.js'

const MAX_TEXT_LENGTH = 1000

/** The text of a statement holds `$1` where a viewer's data are. */
export const createQueryObserver =
  ({ queries }: Pick<Metrics, 'queries'>): QueryObserver =>
  (durationMs, statement) => {
    queries.observe(durationMs / 1000)
    recordSpan('query', durationMs, {
      'db.system.name': 'postgresql',
      'db.query.text': statement.slice(0, MAX_TEXT_LENGTH)
    })
  }
