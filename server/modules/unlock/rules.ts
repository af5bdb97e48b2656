/** What one episode of a purchase cost, in coins and bonus. */
export interface Share {
  coins: number
  bonus: number
}

/**
 * Says for each episode what it cost, when all of them cost `coins` and `bonus` together: by their prices, so that a
 * discount falls on all alike, and bonus on the first. The shares add up to the payment and none is above its price.
 */
export function sharesOf(prices: readonly number[], { coins, bonus }: Share): Share[] {
  const full = prices.reduce((sum, price) => sum + price, 0)
  const paid = coins + bonus
  let priceBefore = 0
  return prices.map(price => {
    const from = Math.floor((priceBefore * paid) / full)
    priceBefore += price
    const to = Math.floor((priceBefore * paid) / full)
    const ofBonus = Math.min(to, bonus) - Math.min(from, bonus)
    return { coins: to - from - ofBonus, bonus: ofBonus }
  })
}
