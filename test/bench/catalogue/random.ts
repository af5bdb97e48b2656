/** Numbers from 0 to 1 that are the same on every run. */
export type Draw = () => number

export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of a list in which the first are drawn most often, as Zipf found for words. */
export function drawZipf<Value>(draw: Draw, values: readonly Value[]): Value {
  const rank = Math.floor((values.length + 1) ** draw()) - 1
  return values[Math.min(rank, values.length - 1)] as Value
}

/** One of a list, all alike. */
export const drawOne = <Value>(draw: Draw, values: readonly Value[]) =>
  values[Math.floor(draw() * values.length)] as Value
