/** Returns numbers from 0 to 1, the same sequence for a seed (mulberry32). */
export type Draw = () => number

export function createSeededDraw(seed: number): Draw {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const drawBetween = (draw: Draw, from: number, to: number): number => from + Math.floor(draw() * (to - from + 1))

export function drawWeighted<Value>(draw: Draw, choices: readonly (readonly [Value, number])[]): Value {
  const all = choices.reduce((sum, [, weight]) => sum + weight, 0)
  let rest = draw() * all
  for (const [value, weight] of choices) {
    rest -= weight
    if (rest < 0) return value
  }
  const [last] = choices.at(-1) ?? []
  if (last === undefined) throw new Error('nothing to choose from')
  return last
}

/** Of the normal distribution with mean 0 and deviation 1 (Box–Muller). */
export const drawNormal = (draw: Draw): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
