import { hasVibration } from './browser-features/vibration.js'

const DURATION_MS = 10

/** Tells the finger that its tap has been heard. Does nothing on devices and in browsers that cannot. */
export function vibrate(): void {
  if (hasVibration()) navigator.vibrate(DURATION_MS)
}
