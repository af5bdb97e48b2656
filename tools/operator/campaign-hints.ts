const PRODUCTS = 'product list has the ids'
const DRAMAS = 'd_ and more, as drama= has it in the address of an episode that is shared'

export const campaignHints: Record<string, string> = {
  no_campaign: 'there is no campaign of this name: campaign create makes one',
  campaign_exists: 'there is a campaign of this name already: campaign set changes it',
  closed: 'the campaign is closed: campaign set <lpid> status=active opens it again',
  one_currency: 'this server has one currency (CURRENCY): prices in others are not there yet',
  no_episode: 'no episode of that number of that drama is online',
  no_start_drama: 'an episode to start with needs its drama: start=<drama_id>:<episode>',
  not_on_sale: `nothing with this id is on sale in the currency of the server: ${PRODUCTS}`,
  no_pixel: 'a token needs the pixel id of its network: meta_id= or tiktok_id=',
  no_token: 'a test code needs the token of its network: meta_token= or tiktok_token=',
  has_token: 'events of the campaign are sent to this pixel: take its token away first',
  not_within_a_year: 'the date must be in the future, and within a year'
}

function describeDarkColour(contrast: number): string {
  return `a colour as #rrggbb, dark enough for white text on it (contrast ${contrast})`
}

export const campaignFields: Record<string, string> = {
  lpid: 'letters, digits, - and _, at most 64',
  ...Object.fromEntries(['accent_strong', 'accent_end'].map(key => [`theme.${key}`, describeDarkColour(4.5)])),
  ...Object.fromEntries(['surface', 'raised'].map(key => [`theme.${key}`, describeDarkColour(7)])),
  name: '1 to 120 characters',
  status: 'active or closed',
  share_scope: 'all or channel',
  embed_ancestors: 'origins such as https://*.notion.site, separated by spaces, or none',
  start_drama_id: DRAMAS,
  start_episode_no: 'a whole number of an episode, from 1',
  drama_id: DRAMAS,
  episode_no: 'a whole number of an episode, from 1',
  offer_id: `the id of a product: ${PRODUCTS}`,
  currency: 'the code of the server’s currency, or nothing',
  'theme.accent': 'a colour as #rrggbb',
  'theme.radius': 'px from 0px to 40px',
  'theme.font': 'names of fonts, separated by commas',
  'theme.title_font': 'names of fonts, separated by commas',
  default_lang: 'pt, en, es, zh-cn or zh-tw',
  timezone: 'an IANA zone such as America/Sao_Paulo',
  attribution_window_days: 'whole days from 1 to 90',
  free_episodes_override: 'a whole number of episodes, 0 or more',
  daily_limit: 'whole coins, at least 1',
  reward_budget: 'a whole number of bonus a day',
  minutes: 'whole minutes from 1 to 1440',
  page: 'a whole address, http or https',
  'pixel_hint.meta_id': '5 to 20 digits',
  'pixel_hint.tiktok_id': '10 to 40 capital letters and digits',
  meta_token: 'the access token of the Conversions API, 16 to 512 characters without spaces',
  meta_test_code: 'the test code of Meta, letters, digits, - and _, at most 64',
  tiktok_token: 'the access token of the Events API, 16 to 512 characters without spaces',
  tiktok_test_code: 'the test code of TikTok, letters, digits, - and _, at most 64'
}
