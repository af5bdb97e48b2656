import type { ActionResponse } from '../api/action-types.js'
import type { Submission } from './submission.js'

export interface MadeDecision {
  submission: Submission
  /** Epoch milliseconds. */
  at: number
}

export interface QueueState {
  /** The first is shown. */
  submissions: readonly Submission[]
  waiting: ActionResponse<'/operator/reward_next'>['waiting']
  isLoaded: boolean
  /** Counts how often everything is requested anew. */
  round: number
  /** An answer that was on its way may still name them. */
  decidedIds: ReadonlySet<string>
  skippedIds: readonly string[]
  /** Newest last. */
  decisions: readonly MadeDecision[]
  reviewed: number
}

export type QueueEvent =
  | { type: 'received'; answer: ActionResponse<'/operator/reward_next'> }
  | { type: 'decided'; submission: Submission; at: number }
  | { type: 'returned'; submission: Submission }
  | { type: 'refused'; id: string }
  | { type: 'skipped'; id: string }
  | { type: 'skipped shown' }
  | { type: 'cleared' }

export const emptyQueue: QueueState = {
  submissions: [],
  waiting: [],
  isLoaded: false,
  round: 0,
  decidedIds: new Set(),
  skippedIds: [],
  decisions: [],
  reviewed: 0
}

const without = (submissions: readonly Submission[], id: string) => submissions.filter(one => one.id !== id)

export function reduceQueue(state: QueueState, event: QueueEvent): QueueState {
  switch (event.type) {
    case 'received': {
      const known = new Set([...state.submissions.map(({ id }) => id), ...state.skippedIds, ...state.decidedIds])
      const added = event.answer.list.filter(({ id }) => !known.has(id))
      const { waiting } = event.answer
      return { ...state, submissions: [...state.submissions, ...added], waiting, isLoaded: true }
    }
    case 'decided': {
      const { submission, at } = event
      return {
        ...state,
        submissions: without(state.submissions, submission.id),
        decidedIds: new Set([...state.decidedIds, submission.id]),
        decisions: [...state.decisions, { submission, at }],
        reviewed: state.reviewed + 1
      }
    }
    case 'returned': {
      const { submission } = event
      const decidedIds = new Set(state.decidedIds)
      decidedIds.delete(submission.id)
      return {
        ...forgetDecision(state, submission.id),
        submissions: [submission, ...without(state.submissions, submission.id)],
        decidedIds
      }
    }
    case 'refused':
      return forgetDecision(state, event.id)
    case 'skipped':
      return {
        ...state,
        submissions: without(state.submissions, event.id),
        skippedIds: [...state.skippedIds, event.id]
      }
    case 'skipped shown':
      return { ...state, skippedIds: [] }
    case 'cleared':
      return { ...state, submissions: [], isLoaded: false, round: state.round + 1 }
  }
}

const forgetDecision = (state: QueueState, id: string): QueueState => ({
  ...state,
  decisions: state.decisions.filter(({ submission }) => submission.id !== id),
  reviewed: state.reviewed - 1
})
