export const PRODUCT_SUMMARY = 'Short-drama streaming that any page can embed.'
