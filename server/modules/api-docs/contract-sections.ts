import { z } from 'zod'
import * as account from '../../../contract/account.js'
import * as balance from '../../../contract/balance.js'
import * as browse from '../../../contract/browse.js'
import * as checkIn from '../../../contract/check-in.js'
import * as drama from '../../../contract/drama.js'
import * as episode from '../../../contract/episode.js'
import * as event from '../../../contract/event.js'
import * as favorite from '../../../contract/favorite.js'
import * as feedback from '../../../contract/feedback.js'
import * as guarantee from '../../../contract/guarantee.js'
import * as history from '../../../contract/history.js'
import { endpoints } from '../../../contract/index.js'
import type { Endpoint } from '../../../contract/protocol/endpoint.js'
import * as push from '../../../contract/push.js'
import * as quote from '../../../contract/quote.js'
import * as reward from '../../../contract/reward.js'
import * as search from '../../../contract/search.js'
import * as spending from '../../../contract/spending.js'
import * as store from '../../../contract/store.js'
import * as task from '../../../contract/task.js'
import * as unlock from '../../../contract/unlock.js'
import * as user from '../../../contract/user.js'
import * as visitor from '../../../contract/visitor.js'
import * as wallet from '../../../contract/wallet.js'

const files: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Visitors and app': visitor,
  Dramas: drama,
  Browsing: browse,
  Search: search,
  Episodes: episode,
  Prices: quote,
  Unlocks: unlock,
  Refunds: guarantee,
  'Spending limits': spending,
  Favourites: favorite,
  'Watch history': history,
  Viewer: user,
  Store: store,
  Wallet: wallet,
  Rewards: reward,
  'Daily tasks': task,
  'Check-in': checkIn,
  Account: account,
  Feedback: feedback,
  'Push notifications': push,
  Events: event,
  Balance: balance
}

interface ContractSection {
  title: string
  endpoints: readonly Endpoint[]
}

/** The endpoints by the file of the contract that describes them. */
export const contractSections: readonly ContractSection[] = Object.entries(files).flatMap(([title, exported]) => {
  const own = endpoints.filter(endpoint => Object.values(exported).includes(endpoint))
  return own.length === 0 ? [] : [{ title, endpoints: own }]
})

/** The name of each schema that the contract exports. */
export function findTypeNames(): Map<z.core.$ZodType, string> {
  const types = new Map<z.core.$ZodType, string>()
  for (const exported of Object.values(files)) {
    for (const [name, value] of Object.entries(exported)) {
      if (value instanceof z.ZodType && !(value instanceof z.ZodPipe))
        types.set(value, name.charAt(0).toUpperCase() + name.slice(1))
    }
  }
  // Sorts, because the order of a module's exports depends on the loader.
  return new Map([...types].sort(([, one], [, other]) => (one < other ? -1 : 1)))
}
