import { expect, test } from 'vitest'
import { createFairQueue } from '../../../server/lib/fair-queue.js'

/** A queue whose running task ends when `release` is called. */
function openQueue() {
  const queue = createFairQueue()
  const started: string[] = []
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const run = (address: string, user: string, signal?: AbortSignal) =>
    queue.run(
      [address, user],
      async () => {
        started.push(`${address} ${user}`)
        await released
        return user
      },
      signal
    )
  return { run, started, release: () => release() }
}

test('addresses take turns, and so do the users of one address', async () => {
  const { run, started, release } = openQueue()
  const tasks = [
    run('a', '1'),
    ...Array.from({ length: 3 }, () => run('a', '1')),
    run('a', '2'),
    run('b', '3'),
    run('b', '3')
  ]
  expect(started).toEqual(['a 1'])
  release()
  expect(await Promise.all(tasks)).toEqual(['1', '1', '1', '1', '2', '3', '3'])
  expect(started).toEqual(['a 1', 'a 1', 'b 3', 'a 2', 'b 3', 'a 1', 'a 1'])
})

test('a task whose caller has hung up is rejected at once and never begins', async () => {
  const { run, started, release } = openQueue()
  const first = run('a', '1')
  const [hungUp, gone] = [new AbortController(), AbortSignal.abort(new Error('gone before'))]
  const dropped = run('a', '1', hungUp.signal)
  await expect(run('a', '1', gone)).rejects.toThrow('gone before')
  const last = run('a', '1')
  hungUp.abort('Client connection prematurely closed.')
  await expect(dropped).rejects.toThrow('prematurely closed')
  release()
  await Promise.all([first, last])
  expect(started).toHaveLength(2)
})

test('a task that fails does not stop the others', async () => {
  const queue = createFairQueue()
  const failed = queue.run(['a'], () => Promise.reject(new Error('broken')))
  const next = queue.run(['a'], async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await queue.run(['b'], async () => 'later')).toBe('later')
})
