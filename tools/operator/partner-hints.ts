import { postbackEvents } from '../../contract/protocol/names.js'

export const partnerHints: Record<string, string> = {
  unknown_partner: 'there is no such partner or key, or it is revoked',
  unknown_campaign: 'there is no campaign with this lpid',
  unknown_postback: 'this campaign has no postback with this id',
  too_many_postbacks: 'a campaign has at most 20',
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
  event: postbackEvents.join(', '),
  method: 'GET or POST',
  url: 'an address of at most 2000 characters'
}
