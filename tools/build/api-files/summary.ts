export const APP_SUMMARY = 'Short-drama streaming that any page can embed.'
