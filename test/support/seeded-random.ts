/** Returns numbers from 0 to 1, the same sequence on every run. */
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

export function drawZipf<Value>(draw: Draw, values: readonly Value[]): Value {
  const rank = Math.floor((values.length + 1) ** draw()) - 1
  return values[Math.min(rank, values.length - 1)] as Value
}

export const drawOne = <Value>(draw: Draw, values: readonly Value[]) =>
  values[Math.floor(draw() * values.length)] as Value
