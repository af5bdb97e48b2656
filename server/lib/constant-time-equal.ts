import { timingSafeEqual } from 'node:crypto'

/** Compares seals and hashes in the same time wherever they differ. */
export function constantTimeEqual(expected: string, given: string): boolean {
  const one = Buffer.from(expected)
  const other = Buffer.from(given)
  return one.length === other.length && timingSafeEqual(one, other)
}
