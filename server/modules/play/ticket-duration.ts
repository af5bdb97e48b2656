const MIN_TICKET_SECONDS = 600

/** Twice the episode's length plus 5 min, at most 2 min longer than the access, at least 10 min. */
export function toTicketSeconds(durationSeconds: number, secondsLeft: number | null): number {
  const byLength = durationSeconds * 2 + 300
  const byAccess = secondsLeft === null ? byLength : secondsLeft + 120
  return Math.max(MIN_TICKET_SECONDS, Math.ceil(Math.min(byLength, byAccess)))
}
