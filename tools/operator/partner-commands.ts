import { postbackEvent } from '../../contract/event.js'
import { createGetCall, createPostCall, type OperatorCall, parseNumber } from './operator-call.js'

export const partnerHints: Record<string, string> = {
  unknown_partner: 'there is no such partner or key, or it is revoked',
  unknown_campaign: 'there is no campaign with this lpid',
  unknown_postback: 'this campaign has no postback with this id',
  too_many_postbacks: 'a campaign has at most 20',
  too_long: 'an address has at most 2000 characters',
  unknown_macro: 'docs/guide/postbacks.md lists what may stand between { and }',
  not_an_address: 'it is not an address',
  macro_in_host: 'macros may stand in the path and the query only',
  password_in_address: 'an address may hold no user and no password',
  fragment: 'an address may have no part after #',
  host_not_allowed: 'only https, and no private address; http://localhost outside production'
}

export const partnerFields: Record<string, string> = {
  id: 'the id of a partner, pa_ and twelve signs: partner list has them',
  coins: 'whole coins, not 0',
  reference: 'letters, digits and _ . / -, at most 64',
  event: postbackEvent.options.join(', '),
  method: 'GET or POST',
  url: 'an address of at most 2000 characters'
}

export function parsePartnerCommand(words: readonly string[]): OperatorCall | null {
  const [noun, verb, first, second, third, fourth] = words
  if (noun === 'partner') {
    if (verb === 'list' && first === undefined) return createGetCall('partner_list', {})
    if (first === undefined) return null
    if (verb === 'create') return createPostCall('partner_create', { name: words.slice(2).join(' ') })
    if (verb === 'key' && second === undefined) return createPostCall('partner_key', { id: first })
    if (verb === 'secret' && second === undefined) return createPostCall('partner_secret', { id: first })
    if (verb === 'coins' && second !== undefined && third !== undefined && fourth === undefined)
      return createPostCall('partner_coins', { id: first, coins: parseNumber(second), reference: third })
    if (third !== undefined) return null
    if (verb === 'revoke') return createPostCall('partner_revoke', { id: first, ...(second && { key: second }) })
    if (verb === 'give' && second !== undefined) return createPostCall('partner_give', { id: first, lpid: second })
    return null
  }
  if (noun !== 'campaign' || verb !== 'postback' || second === undefined) return null
  const campaign = { lpid: second }
  if (first === 'list' && third === undefined) return createGetCall('campaign_postback_list', campaign)
  if (third === undefined) return null
  if (first === 'remove' && fourth === undefined)
    return createPostCall('campaign_postback_remove', { ...campaign, id: third })
  if (first !== 'add' || fourth === undefined || words.length > 7) return null
  const method = words[6] ?? 'POST'
  return createPostCall('campaign_postback_add', { ...campaign, event: third, url: fourth, method })
}
