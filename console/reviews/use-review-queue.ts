import { useIdle, useInterval } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { ActionError } from '../api/action-error.js'
import type { ActionRequest, ActionResponse } from '../api/action-types.js'
import { sendMutation, takeReceivedMutation } from '../api/send-action.js'
import { toNextSubmissionsRequest } from './next-submissions-request.js'
import { emptyQueue, type MadeDecision, type QueueState, reduceQueue } from './queue-state.js'
import type { RejectionReason, RewardChannel, Submission } from './submission.js'

export type ReviewDecision = { ok: true } | { ok: false; reason: RejectionReason; note: string }

export type QueueNews =
  | { type: 'approved' | 'rejected' | 'skipped' | 'undone'; submission: Submission }
  | { type: 'returned' | 'refused' | 'not undone'; submission: Submission; error: ActionError }
  | { type: 'nothing to undo' }

export interface ReviewQueue {
  state: QueueState
  channel: RewardChannel | null
  error: ActionError | null
  decide(submission: Submission, decision: ReviewDecision): void
  skip(submission: Submission): void
  undo(): void
  showSkipped(): void
  chooseChannel(channel: RewardChannel | null): Promise<void>
  retry(): void
}

export const UNDO_MS = 10_000
/** Below, more are requested. */
const MIN_READY = 4
/** Leases last five minutes. */
const RENEWAL_MS = 60_000
const IDLE_MS = 120_000
const POLL_MS = 10_000

type ReviewRequest = ActionRequest<'/operator/reward_review'>

const toLeaseEnd = ({ lease_s }: ActionResponse<'/operator/reward_next'>) => Date.now() + lease_s * 1000

/** Submissions that only this reviewer has. Decisions take effect at once, and come back if the server refuses. */
export function useReviewQueue(onNews: (news: QueueNews) => void): ReviewQueue {
  const [first] = useState(() => takeReceivedMutation('/operator/reward_next', toNextSubmissionsRequest([], null)))
  const [state, dispatch] = useReducer(reduceQueue, first, answer =>
    answer === null ? emptyQueue : reduceQueue(emptyQueue, { type: 'received', answer })
  )
  const [channel, setChannel] = useState<RewardChannel | null>(null)
  const current = useRef({ state, channel })
  current.current = { state, channel }
  const leaseEndsAt = useRef(first === null ? Number.POSITIVE_INFINITY : toLeaseEnd(first))
  const isLeft = useLeaveWithPage(() => current.current.state.submissions)
  const next = useMutation<
    ActionResponse<'/operator/reward_next'>,
    ActionError,
    ActionRequest<'/operator/reward_next'>
  >({
    mutationFn: request => sendMutation('/operator/reward_next', request, crypto.randomUUID()),
    onSuccess: (answer, request) => {
      if (isLeft.current || (request.channel ?? null) !== current.current.channel) return leave(answer.list)
      leaseEndsAt.current = toLeaseEnd(answer)
      dispatch({ type: 'received', answer })
    }
  })
  const load = () => next.mutate(toNextSubmissionsRequest(current.current.state.skippedIds, current.current.channel))
  const ready = state.submissions.length
  const isAnswered = useRef(first !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads when one is taken or the filter changes, not after each answer
  useEffect(() => {
    if (ready < MIN_READY && !isAnswered.current) load()
    isAnswered.current = false
  }, [ready, channel, state.round, state.skippedIds.length])
  useLeaseRenewal({ ready, leaseEndsAt, load, clear: () => dispatch({ type: 'cleared' }) })
  const { decide, waitForDecision } = useDecisions(dispatch, onNews)
  const undo = useUndo({
    findLast: () => current.current.state.decisions.at(-1),
    waitForDecision,
    onUndone: submission => {
      dispatch({ type: 'returned', submission })
      onNews({ type: 'undone', submission })
    },
    onNews
  })
  return {
    state,
    channel,
    error: next.error,
    decide,
    undo,
    skip(submission) {
      dispatch({ type: 'skipped', id: submission.id })
      onNews({ type: 'skipped', submission })
      void leave([submission])
    },
    showSkipped: () => dispatch({ type: 'skipped shown' }),
    async chooseChannel(chosen) {
      // First, because the next request would be given them again.
      await leave(state.submissions)
      setChannel(chosen)
      dispatch({ type: 'cleared' })
    },
    retry: load
  }
}

/** Does not throw, because leases end by themselves, too. */
async function leave(submissions: readonly Submission[]): Promise<void> {
  if (submissions.length === 0) return
  const ids = submissions.map(({ id }) => id)
  await sendMutation('/operator/reward_leave', { ids }, crypto.randomUUID(), { keepalive: true }).catch(() => undefined)
}

interface LeaseRenewal {
  ready: number
  leaseEndsAt: { readonly current: number }
  load(): void
  clear(): void
}

/** Renews while the reviewer works, and begins anew when they come back after the leases have ended. */
function useLeaseRenewal({ ready, leaseEndsAt, load, clear }: LeaseRenewal): void {
  const isIdle = useIdle(IDLE_MS, { initialState: false })
  const renew = () => {
    if (ready > 0 && !isIdle && !document.hidden) load()
  }
  const poll = () => {
    if (ready === 0 && !document.hidden) load()
  }
  useInterval(renew, RENEWAL_MS, { autoInvoke: true })
  useInterval(poll, POLL_MS, { autoInvoke: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the reviewer comes back
  useEffect(() => {
    const onReturn = (event?: Event) => {
      const isRestored = event instanceof PageTransitionEvent && event.persisted
      if (!document.hidden && (isRestored || Date.now() > leaseEndsAt.current)) clear()
    }
    if (!isIdle) onReturn()
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('pageshow', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('pageshow', onReturn)
    }
  }, [isIdle])
}

/** True once the page is left, when an answer may still come. */
function useLeaveWithPage(listSubmissions: () => readonly Submission[]): { readonly current: boolean } {
  const isLeft = useRef(false)
  const latest = useRef(listSubmissions)
  latest.current = listSubmissions
  useEffect(() => {
    isLeft.current = false
    const onLeave = () => void leave(latest.current())
    window.addEventListener('pagehide', onLeave)
    return () => {
      isLeft.current = true
      window.removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [])
  return isLeft
}

function useDecisions(dispatch: (event: Parameters<typeof reduceQueue>[1]) => void, onNews: (news: QueueNews) => void) {
  /** Of requests without an answer: the same decision again happens once. */
  const keys = useRef(new Map<string, string>())
  const sent = useRef(new Map<string, Promise<boolean>>())
  const review = useMutation<unknown, ActionError, ReviewRequest>({
    mutationFn: async request => {
      const body = JSON.stringify(request)
      const key = keys.current.get(body) ?? crypto.randomUUID()
      keys.current.set(body, key)
      return sendMutation('/operator/reward_review', request, key)
    },
    onSettled: (_answer, error, request) => {
      if (error?.isTemporary !== true) keys.current.delete(JSON.stringify(request))
    }
  })
  return {
    decide(submission: Submission, decision: ReviewDecision) {
      const { id } = submission
      dispatch({ type: 'decided', submission, at: Date.now() })
      onNews({ type: decision.ok ? 'approved' : 'rejected', submission })
      const note = decision.ok ? '' : decision.note.trim()
      const request: ReviewRequest = decision.ok
        ? { id, ok: true }
        : { id, ok: false, reason: decision.reason, ...(note !== '' && { note }) }
      const answer = review.mutateAsync(request).then(
        () => true,
        (error: ActionError) => {
          const isTaken = error.reason === 'leased' || error.reason === 'not_under_review'
          if (isTaken) dispatch({ type: 'refused', id })
          else dispatch({ type: 'returned', submission })
          onNews({ type: isTaken ? 'refused' : 'returned', submission, error })
          return false
        }
      )
      sent.current.set(id, answer)
    },
    /** False if it was refused. */
    waitForDecision: (id: string) => sent.current.get(id) ?? Promise.resolve(false)
  }
}

interface Undo {
  findLast(): MadeDecision | undefined
  waitForDecision(id: string): Promise<boolean>
  onUndone(submission: Submission): void
  onNews(news: QueueNews): void
}

function useUndo({ findLast, waitForDecision, onUndone, onNews }: Undo): () => void {
  const isRunning = useRef(false)
  const undo = useMutation<unknown, ActionError, ActionRequest<'/operator/reward_undo'>>({
    mutationFn: request => sendMutation('/operator/reward_undo', request, crypto.randomUUID())
  })
  async function run(): Promise<void> {
    const last = findLast()
    if (last === undefined || Date.now() - last.at > UNDO_MS) return onNews({ type: 'nothing to undo' })
    const { submission } = last
    if (!(await waitForDecision(submission.id))) return
    await undo.mutateAsync({ id: submission.id }).then(
      () => onUndone(submission),
      (error: ActionError) => onNews({ type: 'not undone', submission, error })
    )
  }
  return () => {
    if (isRunning.current) return
    isRunning.current = true
    void run().finally(() => {
      isRunning.current = false
    })
  }
}
