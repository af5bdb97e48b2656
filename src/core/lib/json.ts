/** As JSON.stringify, without any `toJSON`: libraries of host pages give one to every list and object. So it knows no dates. */
export function toJson(value: unknown, space?: number): string {
  return JSON.stringify(value, unchanged, space)
}

/** Called after `toJSON`, with what holds the value as it was. */
function unchanged(this: Record<string, unknown>, key: string): unknown {
  return this[key]
}
