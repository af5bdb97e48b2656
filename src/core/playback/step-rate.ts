import { type Rate, rates } from './playback-options.js'

/** The next faster (1) or slower (-1) one; at the end the same. */
export function stepRate(rate: Rate, direction: 1 | -1): Rate {
  return rates[rates.indexOf(rate) + direction] ?? rate
}
