/** Collects calls while others are written, and writes them together. */
export interface GroupCommit<Item, Result> {
  /** Resolves once the item is written. Rejects if it cannot be written, even alone. */
  write(item: Item): Promise<Result>
}

export interface GroupCommitOptions<Item, Result> {
  /** Writes all or nothing. Returns the results in the order of the items. */
  writeAll(items: readonly Item[]): Promise<readonly Result[]>
  /** A group has at most one item of a key: the next one waits for the next group. Without it any items may be together. */
  keyOf?(item: Item): string
  /** 1 if left out. */
  sizeOf?(item: Item): number
  /** A larger item is written alone. */
  maxGroupSize: number
  /** Between the starts of two groups while several calls come at a time. A call on an idle server waits for nothing. */
  intervalMs: number
  /** Whether the items of a group that failed with this error are tried one by one. */
  mayFailAlone(error: unknown): boolean
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export function createGroupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>): GroupCommit<Item, Result> {
  const { writeAll, keyOf, sizeOf = () => 1, maxGroupSize, intervalMs, mayFailAlone } = options
  let waiting: Waiting<Item, Result>[] = []
  let isBusy = false

  function takeGroup(): Waiting<Item, Result>[] {
    const group: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    const keys = new Set<string>()
    let size = 0
    for (const call of waiting) {
      const key = keyOf?.(call.item)
      const isFitting = group.length === 0 || size + sizeOf(call.item) <= maxGroupSize
      if (isFitting && (key === undefined || !keys.has(key))) {
        group.push(call)
        size += sizeOf(call.item)
      } else {
        left.push(call)
      }
      // Also where it did not fit, so that the items of a key stay in order.
      if (key !== undefined) keys.add(key)
    }
    waiting = left
    return group
  }

  async function writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await writeAll(group.map(({ item }) => item))
      group.forEach(({ resolve }, place) => {
        resolve(results[place] as Result)
      })
    } catch (error) {
      if (group.length > 1 && mayFailAlone(error)) {
        await Promise.all(group.map(call => writeGroup([call])))
        return
      }
      for (const { reject } of group) reject(error)
    }
  }

  async function run(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const startedAt = performance.now()
      const group = takeGroup()
      await writeGroup(group)
      const isCrowded = group.length > 1 || waiting.length > 1
      const pauseMs = startedAt + intervalMs - performance.now()
      if (isCrowded && pauseMs > 0) await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
    isBusy = false
  }

  return {
    write: item =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (!isBusy) void run()
      })
  }
}
