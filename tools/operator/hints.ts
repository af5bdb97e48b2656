import { campaignHints } from './campaign-commands.js'
import { partnerHints } from './partner-commands.js'

export const reasonHints: Readonly<Record<string, string>> = {
  ...campaignHints,
  ...partnerHints,
  not_under_review: 'there is none with this id, or it is decided already',
  unknown_order: 'there is no order with this number',
  not_paid: 'nothing was paid, or it went back already',
  too_late: 'it was paid more than 14 days ago',
  spent: 'its coins are not all there any more',
  provider: 'the payment provider does not answer: try again',
  no_package: 'no package of a drama with this id lies in the catalogue',
  broken_package: 'drama.json or a file of the package is missing or broken: the log of the server names it',
  bucket: 'the media bucket does not answer: try again'
}
