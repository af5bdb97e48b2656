import { useEffect, useState } from 'react'

export type RequestState<Value> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; value: Value }

/** What `ask` brings; it is asked anew when `question` changes, and must depend on nothing else. */
export function useRequest<Value>(question: string, ask: (signal: AbortSignal) => Promise<Value>): RequestState<Value> {
  const [answer, setAnswer] = useState<RequestState<Value>>({ state: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question stands for all that `ask` depends on
  useEffect(() => {
    const controller = new AbortController()
    setAnswer({ state: 'loading' })
    ask(controller.signal).then(
      value => controller.signal.aborted || setAnswer({ state: 'ready', value }),
      () => controller.signal.aborted || setAnswer({ state: 'failed' })
    )
    return () => controller.abort()
  }, [question])
  return answer
}
