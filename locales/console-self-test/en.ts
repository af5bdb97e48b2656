export const messages = {
  campaign_active: '{lpid} is active.',
  campaign_closed: '{lpid} is closed: visitors land, but its settings do not apply.',
  start_home: 'Visitors land on Home: no drama is set.',
  start_drama_offline: '{drama} is not online: visitors would land on an error.',
  start_online: 'Episode {no} of {drama} is online.',
  start_episode_offline: 'Episode {no} of {drama} is not online.',
  build_served: '{address} is served to pages of every origin (CORS *).',
  build_missing: '{address} is not there: the server has no build.',
  page_unreachable: 'The page cannot be reached: {reason}.',
  page_unreachable_because: 'The page cannot be reached. {reason}',
  page_status: 'The page answers {status}: give the address that it has in the end.',
  page_answers: 'The page answers, with {count} characters.',
  script_missing:
    'No script drama-app.js in the page as it is sent; one that a tag manager adds later is not seen here.',
  script_not_module: '{url} needs type="module".',
  script_elsewhere: 'The script comes from {origin}, and this campaign is at {expected}.',
  script_present: '{url} is in the page.',
  element_missing: 'No <drama-app> in the page as it is sent; one that a script adds later is not seen here.',
  element_names: '<drama-app> names {lpid}.',
  element_other: '<drama-app> names {other}, not {lpid}: visits would count there.',
  element_nameless: '<drama-app> names no campaign: add lpid="{lpid}", or ?lpid={lpid} to the links that lead here.',
  policy_none: 'The page has no Content-Security-Policy.',
  policy_allows: 'The Content-Security-Policy allows what the app needs.',
  policy_lacks: 'The Content-Security-Policy lacks: {sources}.',
  postback_none: 'There are no postbacks: an operator adds them.',
  postback_taken: '{target} took the test event: {answer}',
  postback_refused: '{target} did not take the test event: {answer}',
  signature_checked: '{target} refused a test event with a wrong signature, as it should.',
  signature_unchecked:
    '{target} took a test event with a wrong signature too: verify Drama-Signature, or anybody can report purchases to you.',
  clock_unknown: 'No address sent its time, so there is nothing to compare with.',
  clock_close: 'Your clock and ours are up to {seconds} s apart: signatures are young enough to be verified.',
  clock_apart: 'Your clock and ours are up to {seconds} s apart: set the clock, or signatures look old.'
}

export type ConsoleSelfTestMessages = Record<keyof typeof messages, string>
