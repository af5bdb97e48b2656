/** What each background job does, by its name in the log and the metrics. */
export const messages = {
  beat_retention: 'Delete old playback progress',
  bonus_expiry: 'Write off expired bonus coins',
  catalogue_rescan: 'Look for changed dramas',
  clock_guard: 'Compare the clocks',
  daily_roots: 'Close the ledger of the day',
  drama_publication: 'Publish dramas at their time',
  guarantee: 'Refund unlocks that cannot be played',
  idempotency_cleanup: 'Delete old request keys',
  image_cleanup: 'Delete pictures no longer needed',
  ingest: 'Prepare uploaded episodes',
  member_cleanup: 'Delete ended console sessions',
  order_expiry: 'Close unpaid orders',
  outbox_retention: 'Delete old postbacks',
  playback_rollup: 'Sum up playback quality',
  postback_delivery: 'Send postbacks',
  push: 'Send notifications',
  rate_limit_cleanup: 'Delete old request counts',
  report_archive: 'Archive report data',
  report_mail: 'Send scheduled reports',
  report_returns: 'Count returning viewers',
  report_rollup: 'Sum up reports',
  reward_release: 'Pay waiting rewards',
  reward_review: 'Process overdue reward reviews',
  served_media_cleanup: 'Delete old media files',
  server_row: 'Report that this server runs',
  session_cleanup: 'Delete ended viewer sessions',
  upload_cleanup: 'Delete broken-off uploads'
}

export type ConsoleJobsMessages = { [Key in keyof typeof messages]: string }
