/** Whole minutes to the end of the episode, at least one. */
export const minutesLeft = ({ position_s, duration_s }: { position_s: number; duration_s: number }): number =>
  Math.max(1, Math.ceil((duration_s - position_s) / 60))
