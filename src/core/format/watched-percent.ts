/** Whole percent. */
export function watchedPercent({ position_s, duration_s }: { position_s: number; duration_s: number }): number {
  return duration_s > 0 ? Math.min(100, Math.round((position_s / duration_s) * 100)) : 0
}
