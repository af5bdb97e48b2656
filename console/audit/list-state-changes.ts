interface StateChange {
  field: string
  before: string
  after: string
}

type State = Readonly<Record<string, unknown>>
type FormatMoney = (amount: number, currency: string) => string

/** What differs between two states, each the JSON of an object or null. */
export function listStateChanges(before: string | null, after: string | null, money: FormatMoney): StateChange[] {
  const old = parseObject(before)
  const fresh = parseObject(after)
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .map(field => ({ field, before: toText(old, field, money), after: toText(fresh, field, money) }))
    .filter(change => change.before !== change.after)
}

function parseObject(text: string | null): State {
  const value: unknown = text === null ? null : JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** In minor units of the `currency` of the same state. */
const moneyFields = new Set(['amount', 'refunded'])

function toText(state: State, field: string, money: FormatMoney): string {
  const value = state[field]
  if (value === undefined || value === null) return '—'
  const { currency } = state
  // A column of 64 bits is text in the state.
  const isWhole = typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
  const isMoney = isWhole && typeof currency === 'string' && moneyFields.has(field)
  if (isMoney && /^[A-Z]{3}$/.test(currency)) return money(Number(value), currency)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
