import type { Environment } from './environment.js'
import { createImagePreview, type ImagePreview } from './ui/image-preview.js'
import { createModals, type Modals } from './ui/modals.js'
import { createToasts, type Toasts } from './ui/toasts.js'

/** What an app can put over its pages. */
export interface Overlays {
  toasts: Toasts
  modals: Modals
  imagePreview: ImagePreview
}

export function createOverlays({ clock, log }: Environment, signal: AbortSignal): Overlays {
  return { toasts: createToasts(clock, log), modals: createModals(signal), imagePreview: createImagePreview() }
}
