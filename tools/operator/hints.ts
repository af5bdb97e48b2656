import { campaignFields, campaignHints } from './campaign-hints.js'
import { partnerFields, partnerHints } from './partner-hints.js'

export const reasonHints: Readonly<Record<string, string>> = {
  ...campaignHints,
  ...partnerHints,
  not_under_review: 'there is none with this id, or it is decided already: operator log says by whom',
  leased: 'another operator is looking at it: it is free again when they leave, five minutes later at the latest',
  not_decided: 'there is none with this id, or it is under review',
  claimed: 'the viewer has claimed the reward already',
  other_operator: 'another operator, or the server, has decided it',
  undo_over: 'a decision can be taken back for 10 seconds',
  telegram_used: 'another viewer has submitted the Telegram id since',
  unknown_submission: 'there is no submission with this id',
  not_waiting: 'there is none with this id, it is paid already, or its viewer has deleted the account',
  unknown_user:
    'there is no viewer with this ID or e-mail: an ID has eight signs, such as 9F3A10C7, and a nickname finds nobody',
  deleted: 'the viewer has deleted the account',
  key_used: 'another request was sent with this key',
  not_enough: 'the viewer does not have as many: the answer says how many',
  above_limit: 'more than this role may refund of an order: an owner can',
  unknown_request: 'there is no request with this id: coins list has them',
  decided: 'it is approved or declined already',
  same_person: 'whoever requested coins cannot decide on them: ask another operator',
  unknown_order: 'there is no order with this number',
  not_paid: 'nothing was paid, or it went back already',
  too_late: 'it was paid more than 14 days ago: --reason says why it is refunded all the same',
  spent: 'its coins or bonus are not all there any more: --spent debt or waive says what becomes of the rest',
  not_left: 'a whole amount in minor units, from 1 to what is left',
  used: 'the pass was used for the rest: --reason says why more than the unused hours is refunded',
  pending: 'a refund of this amount waits for the provider: repeat it first',
  unknown_feedback: 'there is no message with this id',
  too_long: 'an address has at most 2000 characters, the answers to one message 10,000 together',
  provider: 'the payment provider does not answer: try again',
  member_exists: 'a member has this e-mail already: member list shows who',
  unknown_member: 'there is no member with this id',
  unknown_experiment: 'there is no experiment with this id: experiment list has them',
  already_started: 'it has been started: it cannot be started again or deleted',
  not_started: 'it is a draft: experiment start starts it',
  already_ended: 'it has ended, and its campaign has got what a variant has',
  other_running: 'another experiment of the campaign runs: end it first',
  no_variant: 'the experiment has no variant of this number',
  product_exists: 'there is a product with this id: product report shows it',
  passes_only: 'only passes have days',
  packs_only: 'only packs have coins and bonus',
  too_many_on_sale: 'the store shows at most 100 products: take another off sale first',
  last_on_sale: 'it is the last pack or the last pass on sale in its currency: put another on sale first',
  unknown_product: 'there is no product with this id: product report has them',
  changed_meanwhile: 'somebody has changed it since: read it again',
  last_owner: 'nobody else is an owner: make somebody one first',
  disabled: 'the member is disabled: member save without --disable enables them',
  was_published: 'it has been published before: drama unpublish takes it offline',
  is_unlocked: 'a viewer has unlocked an episode of it',
  is_watched: 'a viewer has watched it',
  has_campaign: 'a campaign or an experiment begins with it: give that another start first',
  job_running: 'its episodes are being processed: ingest cancel ends that',
  not_writable: 'the server may not change the folder of its package',
  no_package: 'no package of a drama with this id lies in the catalogue',
  broken_package: 'drama.json or a file of the package is missing or broken: the log of the server names it',
  no_space: 'the disk of DATA_DIR has no room for a copy of the database',
  other_server: 'another process than the one that was asked for answered',
  not_network: 'an address such as 203.0.113.7, a /24 of IPv4 or a /48 of IPv6',
  not_database_time: 'the time differs from the database’s by more than 60 s: set the clock of its machine right first',
  bucket: 'the media bucket does not answer: try again'
}

/** By the group of the command and the name of the field. */
export const fieldHints: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  campaign: { ...campaignFields, ...partnerFields },
  partner: { ...campaignFields, ...partnerFields },
  order: {
    amount: 'a whole amount in minor units, such as 990 for R$ 9,90, from 1 to what is left',
    reason: 'to waive needs --reason, with 1 to 500 characters'
  },
  coins: {
    coins: 'a whole number from 1 to 1000000; --take takes them',
    reason: '1 to 500 characters',
    key: '16 to 64 letters, digits, - and _'
  },
  viewer: { reason: '1 to 500 characters' },
  feedback: { text: '1 to 2000 characters' },
  network: { people: 'a whole number from 0 to 1000000' },
  clock: { time: 'a time with its zone, such as 2026-11-21T12:00:00Z' }
}
