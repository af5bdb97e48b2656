// Keeps a submission until the server responds: an image is uploaded once, and a retry has the same key.

import type { RewardChannel } from '../../../contract/reward.js'
import type { App } from '../app.js'
import { toJson } from '../lib/json.js'
import { readStoredList, storageOwner } from '../lib/stored-list.js'

export const DRAFTS_KEY = 'drama_reward_drafts'

/** `key`: idempotency key, set by the first submit. `at`: epoch ms. */
export interface SubmissionDraft {
  channel: RewardChannel
  at: number
  owner: string
  imageId?: string
  telegramId?: string
  key?: string
}

export interface SubmissionDrafts {
  find(channel: RewardChannel): SubmissionDraft | undefined
  save(channel: RewardChannel, part: Pick<SubmissionDraft, 'imageId' | 'telegramId' | 'key' | 'at'>): void
  forget(channel: RewardChannel): void
}

/** The server keeps an image for 24 hours. One hour less, because clocks differ. */
const MAX_AGE_MS = 23 * 3_600_000

export function createDrafts({ session, environment }: Pick<App, 'session' | 'environment'>): SubmissionDrafts {
  const { storage, clock } = environment
  const isOf = (channel: RewardChannel) => (draft: SubmissionDraft) =>
    draft.channel === channel && draft.owner === storageOwner(session)
  const read = () => readStoredList(storage, DRAFTS_KEY, isDraft).filter(({ at }) => clock.now() - at < MAX_AGE_MS)
  const others = (channel: RewardChannel) => read().filter(draft => !isOf(channel)(draft))
  const write = (drafts: SubmissionDraft[]) => {
    if (drafts.length > 0) storage.set(DRAFTS_KEY, toJson(drafts.slice(-6)))
    else storage.remove(DRAFTS_KEY)
  }
  return {
    find: channel => read().find(isOf(channel)),
    save: (channel, part) => write([...others(channel), { ...part, channel, owner: storageOwner(session) }]),
    forget: channel => write(others(channel))
  }
}

function isDraft(item: unknown): item is SubmissionDraft {
  const { channel, at, owner, imageId, telegramId, key }: Partial<SubmissionDraft> = Object(item)
  const isOptionalText = (text: unknown) => text === undefined || typeof text === 'string'
  return (
    typeof channel === 'string' &&
    typeof at === 'number' &&
    typeof owner === 'string' &&
    [imageId, telegramId, key].every(isOptionalText)
  )
}
