import { useEffect, useState } from 'react'

export type RequestState<Value> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; value: Value }

/** Calls `load` again when `key` changes, so `key` must contain everything that `load` depends on. */
export function useRequest<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): RequestState<Value> {
  const [state, setState] = useState<RequestState<Value>>({ state: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for everything that `load` depends on
  useEffect(() => {
    const controller = new AbortController()
    setState({ state: 'loading' })
    load(controller.signal).then(
      value => controller.signal.aborted || setState({ state: 'ready', value }),
      () => controller.signal.aborted || setState({ state: 'failed' })
    )
    return () => controller.abort()
  }, [key])
  return state
}
