// The commands of `npm run operator`: its usage text and docs/reference/operator.md are made from them.

interface OperatorCommand {
  usage: string
  description: string
  call: `${'GET' | 'POST'} ${string}`
}

export const generalCommands: readonly OperatorCommand[] = [
  {
    usage: 'reward list [0|1|2|3] [cursor]',
    description:
      'submissions: 0 under review (the default), 1 approved, 2 claimed, 3 rejected; 50 at a time, with the clicks of each invite link; next_cursor of the response leads on',
    call: 'GET reward_list'
  },
  {
    usage: 'reward image <id> <file>',
    description: 'saves the screenshot of a submission as a JPEG file',
    call: 'GET reward_image'
  },
  { usage: 'reward approve <id>', description: 'approves a submission', call: 'POST reward_review' },
  {
    usage: 'reward reject <id> <reason> [note]',
    description: 'rejects it: not_share, old_share, few_friends, unreadable, duplicate, not_member or other',
    call: 'POST reward_review'
  },
  {
    usage: 'product list',
    description: 'products on sale with their prices; an id is what offer= of a campaign needs',
    call: 'GET product_list'
  },
  {
    usage: 'drama publish <drama_id>',
    description: 'puts a drama online from its package',
    call: 'POST drama_publish'
  },
  {
    usage: 'drama unpublish <drama_id>',
    description: 'takes it offline until it is published again, even if its package changes',
    call: 'POST drama_unpublish'
  },
  {
    usage: 'order show <order_no>',
    description: 'an order, with the campaigns that assisted it',
    call: 'GET order_show'
  },
  {
    usage: 'order refund <order_no>',
    description: 'refunds an order within 14 days, while all of its coins are unspent',
    call: 'POST order_refund'
  }
]

export const campaignCommands: readonly OperatorCommand[] = [
  {
    usage: 'campaign list [active|closed] [cursor]',
    description: 'campaigns, 50 at a time',
    call: 'GET campaign_list'
  },
  { usage: 'campaign show <lpid>', description: 'one campaign', call: 'GET campaign_show' },
  {
    usage: 'campaign create <lpid> [setting=value …]',
    description: 'makes a campaign; the settings are below',
    call: 'POST campaign_save'
  },
  {
    usage: 'campaign set <lpid> setting=value …',
    description: 'changes settings; an empty value (free=) removes one',
    call: 'POST campaign_save'
  },
  {
    usage: 'campaign close <lpid>',
    description: 'visits no longer get its settings; status=active opens it again',
    call: 'POST campaign_close'
  },
  {
    usage: 'campaign link <lpid> <drama_id> <episode> [minutes] [--expires <date>] [--page <address>]',
    description:
      'a link that unlocks an episode for 30 minutes (or as many as given), once for each viewer; it can be used for the first time for 30 days, or until --expires',
    call: 'POST campaign_link'
  }
]

export const partnerCommands: readonly OperatorCommand[] = [
  {
    usage: 'partner create <name>',
    description: 'makes a partner with a first key, which is shown once',
    call: 'POST partner_create'
  },
  {
    usage: 'partner list',
    description: 'partners with their campaigns, prepaid coins and the ids of their keys and secrets',
    call: 'GET partner_list'
  },
  {
    usage: 'partner key <partner_id>',
    description: 'makes another key; the one before stays valid, older ones end',
    call: 'POST partner_key'
  },
  {
    usage: 'partner secret <partner_id>',
    description: 'makes another secret to sign tokens with; see docs/guide/partners.md',
    call: 'POST partner_secret'
  },
  {
    usage: 'partner coins <partner_id> <coins> <reference>',
    description:
      'adds coins that the partner has paid for in advance, or removes them with a minus; a reference counts once',
    call: 'POST partner_coins'
  },
  {
    usage: 'partner revoke <partner_id> [key_id]',
    description: 'ends one key or secret, or the partner with all of them',
    call: 'POST partner_revoke'
  },
  {
    usage: 'partner give <partner_id> <lpid>',
    description: 'gives a campaign to the partner from now on, with everything that was counted before',
    call: 'POST partner_give'
  },
  {
    usage: 'campaign postback add <lpid> <event> <url> [GET|POST]',
    description: 'calls the address for an event; its signing secret is shown once; see docs/guide/postbacks.md',
    call: 'POST campaign_postback_add'
  },
  {
    usage: 'campaign postback remove <lpid> <postback_id>',
    description: 'ends these calls, also the waiting ones',
    call: 'POST campaign_postback_remove'
  },
  {
    usage: 'campaign postback list <lpid>',
    description: 'the postbacks of a campaign',
    call: 'GET campaign_postback_list'
  }
]

export const logCommand: OperatorCommand = {
  usage: 'log',
  description: 'what operators did, newest first',
  call: 'GET log'
}

export const campaignSettings: Readonly<Record<string, { value: string; description: string }>> = {
  name: { value: '<text>', description: 'Name of the campaign in lists and reports.' },
  start: {
    value: '<drama_id>[:<episode>]',
    description: 'Episode that a new visitor opens on if page and address name no other; Back leads to Home.'
  },
  free: {
    value: '<episodes>',
    description:
      'Number of first episodes of every drama that are free, if that is more than the drama’s own. It applies to viewers whose latest visit with a campaign was one of this campaign, for `window` days from that visit.'
  },
  limit: {
    value: '<coins>',
    description:
      'Most coins per day that its viewers can spend on unlocks. It lowers a viewer’s own limit and never raises it.'
  },
  offer: { value: '<product_id>', description: 'Product that the store shows first and marks as an offer.' },
  timezone: { value: '<IANA zone>', description: 'Time zone of its rewards and reports; `TIMEZONE` without one.' },
  lang: {
    value: 'pt|en|es|zh-cn|zh-tw',
    description: 'Language if neither the viewer nor the page has chosen one.'
  },
  currency: { value: '<code>', description: 'Must be the server’s `CURRENCY`.' },
  window: {
    value: '<days>',
    description: 'Days after a visit in which payments are credited to the campaign and `free` applies; 7 by default.'
  },
  status: { value: 'active|closed', description: 'A closed campaign still counts visits; its settings do not apply.' },
  rewards: { value: 'on|off', description: 'Whether its viewers can share for rewards.' },
  share_scope: {
    value: 'all|channel',
    description:
      'Whether the limits of shares (three a day, one an hour) hold for WhatsApp and Facebook together, the default, or for each.'
  },
  budget: { value: '<bonus>', description: 'Its own `REWARD_BUDGET` per day.' },
  accent: { value: '#rrggbb', description: '`--drama-accent`.' },
  accent_strong: { value: '#rrggbb', description: '`--drama-accent-strong`; contrast of at least 4.5 with white.' },
  accent_end: { value: '#rrggbb', description: '`--drama-accent-end`; contrast of at least 4.5 with white.' },
  surface: { value: '#rrggbb', description: '`--drama-surface`; contrast of at least 7 with white.' },
  raised: { value: '#rrggbb', description: '`--drama-raised`; contrast of at least 7 with white.' },
  radius: { value: '<px>', description: '`--drama-radius`.' },
  font: { value: '<families>', description: '`--drama-font`.' },
  title_font: { value: '<families>', description: '`--drama-title-font`.' },
  meta_id: { value: '<pixel>', description: 'Meta pixel id, published to the page; the app itself loads no pixel.' },
  tiktok_id: { value: '<pixel>', description: 'TikTok pixel id, published to the page.' }
}

export const exitCodes: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'the server refused, or cannot be reached',
  2: 'the command is not understood, or OPERATOR_KEY is not set'
}

const COLUMN = 37
const LINE_LENGTH = 120

export function formatUsage(): string {
  const settings = Object.entries(campaignSettings).map(([key, { value }]) => `${key}=${value}`)
  return [
    'Usage: npm run operator -- <command>',
    '',
    ...generalCommands.map(formatCommand),
    ...campaignCommands.map(formatCommand),
    ...wrap(settings, '    '),
    ...partnerCommands.map(formatCommand),
    formatCommand(logCommand),
    '',
    'The server is OPERATOR_URL (http://localhost:8787), the key OPERATOR_KEY, as the server has it.',
    `Exit code: ${Object.entries(exitCodes)
      .map(([code, meaning]) => `${code} ${meaning}`)
      .join('; ')}.`
  ].join('\n')
}

function formatCommand({ usage, description }: OperatorCommand): string {
  const start = `  ${usage} `
  const [first = '', ...more] = wrap(description.split(' '), ' '.repeat(COLUMN))
  const isShort = start.length < COLUMN
  return [isShort ? start.padEnd(COLUMN) + first.trimStart() : `${start.trimEnd()}\n${first}`, ...more].join('\n')
}

function wrap(words: readonly string[], indent: string): string[] {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < LINE_LENGTH) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indent + word)
  }
  return lines
}
