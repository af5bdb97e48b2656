import { useText } from '../i18n/use-text.js'

/** By their names in the log and the metrics. */
const jobNames = [
  'beat_retention',
  'bonus_expiry',
  'catalogue_rescan',
  'clock_guard',
  'daily_roots',
  'drama_publication',
  'guarantee',
  'idempotency_cleanup',
  'image_cleanup',
  'ingest',
  'member_cleanup',
  'order_expiry',
  'outbox_retention',
  'playback_rollup',
  'postback_delivery',
  'push',
  'rate_limit_cleanup',
  'report_archive',
  'report_mail',
  'report_returns',
  'report_rollup',
  'reward_release',
  'reward_review',
  'served_media_cleanup',
  'server_row',
  'session_cleanup',
  'upload_cleanup'
] as const

/** What a job does; null for a job that a newer server has. */
export function useJobName(): (name: string) => string | null {
  const text = useText('console-names')
  return name => {
    const known = jobNames.find(job => job === name)
    return known === undefined ? null : text(`job_${known}`)
  }
}
