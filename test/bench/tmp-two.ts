import { openStage } from './stage.js'
import { measureElements } from './two-elements.js'

const stage = await openStage()
const costs = await measureElements(stage, { watcher: '', rounds: 9 })
const med = (l: number[]) => l.sort((a, b) => a - b)[l.length >> 1] ?? 0
console.log(
  'one',
  costs.map(c => Math.round(c.one.time)).join(' '),
  'two',
  costs.map(c => Math.round(c.two.time)).join(' ')
)
console.log(
  'time ratio',
  med(costs.map(c => c.two.time / c.one.time)).toFixed(2),
  'medians',
  (med(costs.map(c => c.two.time)) / med(costs.map(c => c.one.time))).toFixed(2),
  'bytes',
  costs[3]?.one.bytes,
  costs[3]?.two.bytes
)
await stage.stop()
process.exit(0)
