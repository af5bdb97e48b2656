/** Does `work` for each, one after the other. One that fails holds up no other; the first failure is thrown at the end. */
export async function eachAlone<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const problems: unknown[] = []
  for (const item of items) await work(item).catch(problem => problems.push(problem))
  if (problems.length > 0) throw problems[0]
}
