export const messages = {
  linksLead: 'Links into the app, and the code for your page.',
  playLink: 'Play link',
  playLinkHint: 'Opens the app with this campaign, on the chosen episode. Send your ads here.',
  link: 'Link',
  promoLink: 'Promo link',
  promoLinkHint: 'Frees the chosen episode for minutes, once for each viewer.',
  minutes: 'Free minutes',
  validDays: 'Days until the link ends',
  errorEpisode: 'From 1 to {max}',
  errorMinutes: 'From 1 to {max} minutes',
  errorDays: 'From 1 to {max} days',
  errorClosed: 'This campaign is closed.',
  errorNotOnline: 'This episode is not online.',
  chooseDramaFirst: 'Choose a drama first',
  createLink: 'Create link',
  validUntil: 'First use until {time}',
  snippet: 'Code for your page',
  consentRequired: 'The page asks for consent first',
  pinned: 'Pin the script to this version',
  tagManager: 'Tag manager',
  note_html: 'Anywhere in the body. Where a policy forbids inline styles, put the rule into your style sheet.',
  note_react: 'React 19, with the npm package drama-app.',
  note_vue: 'Vue 3, with the npm package drama-app. The first line belongs into your Vite configuration.',
  note_wordpress: 'Paste it in the code view of the editor. Your account needs the right to publish unfiltered HTML.',
  note_tag_manager:
    'A Custom HTML tag of Google Tag Manager, on All Pages. It waits for Consent Mode and reports events to dataLayer and to the pixels of Meta and TikTok.',
  policyNote: 'Add these sources to the directives that your page has.',
  previewNote: 'The real app. What happens here counts as a test.'
}

export type ConsoleLinksMessages = {
  [Key in keyof typeof messages]: (typeof messages)[Key] extends string ? string : { one: string; other: string }
}
