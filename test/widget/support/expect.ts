/** Has only the matchers that these tests use. Both values are passed on for the runner's diff. */
export function expect(actual: unknown) {
  const check = (isGood: boolean, relation: string, expected: unknown) => {
    if (isGood) return
    const message = `expected ${show(actual)} ${relation} ${show(expected)}`
    throw Object.assign(new Error(message), { name: 'AssertionError', actual, expected })
  }
  return {
    toBe: (expected: unknown) => check(Object.is(actual, expected), 'to be', expected),
    toEqual: (expected: unknown) => check(isEqual(actual, expected), 'to equal', expected),
    toContain: (expected: unknown) => check(Array.isArray(actual) && actual.includes(expected), 'to contain', expected),
    toMatch: (expected: RegExp) => check(expected.test(String(actual)), 'to match', expected),
    toBeGreaterThan: (expected: number) => check(Number(actual) > expected, 'to be greater than', expected)
  }
}

/** Returns the message of the rejection. Throws if the promise is fulfilled. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  const [outcome] = await Promise.allSettled([promise])
  if (outcome.status === 'fulfilled') throw new Error('expected a rejection')
  return outcome.reason instanceof Error ? outcome.reason.message : show(outcome.reason)
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Node || other instanceof Node || Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  const isSame = (key: string) => Object.hasOwn(other, key) && isEqual(Reflect.get(one, key), Reflect.get(other, key))
  return keys.length === Object.keys(other).length && keys.every(isSame)
}

export function show(value: unknown): string {
  if (value instanceof Node) return value.nodeName
  if (typeof value === 'function' || value instanceof RegExp) return String(value)
  return JSON.stringify(value) ?? String(value)
}
