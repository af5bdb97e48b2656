import type { Clock } from './clock.js'
import type { Random } from './random.js'

export type IdentifierPrefix = 'u' | 'v' | 'p' | 'f' | 's' | 'l' | 'w' | 'n' | 'm' | 'ms' | 'a' | 'up' | 'ij'

/** Makes ids such as `u_019aa3…`: 48 bits of time, so that they sort by age, then 80 random bits. */
export function createIdentifier(
  prefix: IdentifierPrefix,
  { clock, random }: { clock: Clock; random: Random }
): string {
  const time = clock.now().toString(16).padStart(12, '0')
  return `${prefix}_${time}${random.bytes(10).toString('hex')}`
}
