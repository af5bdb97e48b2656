import type { Selectable } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/** The start and the offer are null if they are offline or not on sale. */
export type CampaignSettings = Selectable<Database['campaigns']>
