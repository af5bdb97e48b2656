export const messages = {
  productsLead: 'What viewers can buy. Sales are those of the last 30 days, before refunds.',
  whereChanged:
    'Products are rows of the database and are changed here, by owners. A new price is for new orders only; orders that exist keep what was bought. New products are added in the database.',
  product: 'Product',
  gives: 'Gives',
  givesCoins: '{coins} coins',
  givesCoinsAndBonus: '{coins} coins + {bonus} bonus',
  givesDays: { one: 'All episodes for {count} day', other: 'All episodes for {count} days' },
  price: 'Price',
  priceIn: 'Price in {currency}',
  priceHint: 'Applies to new orders only.',
  badge: 'Badge',
  badge_none: 'None',
  badge_popular: 'Most popular',
  badge_best_value: 'Best value',
  status: 'State',
  status_on_sale: 'On sale',
  status_withdrawn: 'Off sale',
  place: 'Place',
  placeHint: 'The lowest number is first in the store.',
  sold: 'Sold',
  testSold: { one: '{count} test', other: '{count} tests' },
  revenue: 'Revenue',
  campaigns: 'Shown first by',
  moreCampaigns: { one: 'and {count} more', other: 'and {count} more' },
  noProducts: 'There are no products yet.',
  editProduct: 'Edit {name}',
  onSale: 'On sale',
  onSaleHint: 'Off sale, the store does not show it any more. Orders that exist are not touched.',
  offeredWarning: 'Campaigns show this product first: {names}. Off sale, they show their products in the usual order.',
  error_amount: 'Enter a price such as 9.90.',
  error_sort: 'Enter a whole number from 0 to 1,000,000.',
  error_last_on_sale: 'This is the last product of its kind on sale. Put another one on sale first.',
  changedTitle: 'Somebody else has changed this product',
  changedLead: 'Nothing is saved yet. Its price is now {price}, its place {place}. Check your values and save again.'
}

export type ConsoleProductsMessages = {
  [Key in keyof typeof messages]: (typeof messages)[Key] extends string ? string : { one: string; other: string }
}
