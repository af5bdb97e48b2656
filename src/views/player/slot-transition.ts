/** As the transition of `.episode-slot`. */
export const SLOT_TRANSITION = { duration: 500, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }
