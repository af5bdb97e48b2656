import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ActionResponse } from '../api/action-types.js'
import { sessionQuery } from '../api/use-session.js'

export type LiveState = 'connecting' | 'live' | 'reconnecting'

const LIVE_ADDRESS = '/console/api/live'
/** After an answer that is no stream, with which the browser gives up. */
const REOPEN_DELAY_MS = 5_000
const EVENT_PATHS = { today: '/operator/today', attention: '/operator/attention' } as const

/** Puts what the server sends into the answers of `useActionQuery`. */
export function useLiveToday(): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    let source: EventSource
    let timer: number | undefined
    const store = (path: keyof typeof EVENT_PATHS, text: string) =>
      client.setQueryData<ActionResponse<'/operator/today' | '/operator/attention'>>(
        [EVENT_PATHS[path], {}],
        JSON.parse(text)
      )
    function open() {
      source = new EventSource(LIVE_ADDRESS)
      source.addEventListener('open', () => setState('live'))
      for (const name of ['today', 'attention'] as const)
        source.addEventListener(name, event => store(name, String(event.data)))
      source.addEventListener('error', () => {
        setState('reconnecting')
        if (source.readyState !== EventSource.CLOSED) return
        // The session may have ended, which shows the sign-in.
        void client.invalidateQueries(sessionQuery)
        timer = window.setTimeout(open, REOPEN_DELAY_MS)
      })
    }
    open()
    return () => {
      window.clearTimeout(timer)
      source.close()
    }
  }, [client])
  return state
}
