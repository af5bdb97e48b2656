export const SUMMARY = 'Short-drama streaming that any page can embed.'
