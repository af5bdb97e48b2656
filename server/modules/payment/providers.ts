import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import type { PaymentProviders } from './provider.js'
import { createSandbox } from './sandbox.js'
import { createStripe } from './stripe.js'

export function createProviders({ config, db }: { config: Config; db: Kysely<Database> }): PaymentProviders {
  const { providers, stripe, sandboxPlace } = config.payments
  const list = providers.flatMap(id => {
    if (id === 'sandbox') return [createSandbox(db, config.mediaSecrets, sandboxPlace === 'sheet')]
    return stripe === null ? [] : [createStripe(stripe)]
  })
  return { list, find: id => list.find(provider => provider.id === id) ?? null }
}
