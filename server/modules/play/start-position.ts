const END_SECONDS = 3

export const isAtEnd = (positionSeconds: number, durationSeconds: number) =>
  positionSeconds >= Math.max(durationSeconds - END_SECONDS, durationSeconds * 0.5)

export const toStartPosition = (positionSeconds: number, durationSeconds: number) =>
  isAtEnd(positionSeconds, durationSeconds) ? 0 : positionSeconds
