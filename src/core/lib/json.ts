/**
 * Like JSON.stringify without `toJSON`, which libraries of host pages add to arrays and objects. Dates are not
 * supported.
 */
export function toJson(value: unknown, space?: number): string {
  return JSON.stringify(value, originalValue, space)
}

/** JSON.stringify calls this after `toJSON`; `this[key]` is still the original value. */
function originalValue(this: Record<string, unknown>, key: string): unknown {
  return this[key]
}
