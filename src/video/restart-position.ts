/**
 * WebKitGTK may never end a seek to the first pictures of a new source. Less than what counts as progress, or a start that
 * always stops there would be shown again for ever.
 */
const MIN_POSITION_S = 0.5

/** Where an episode goes on with a new source after a fault at `position`, in seconds: close to its start, from there. */
export const toRestartPosition = (position: number): number => (position < MIN_POSITION_S ? 0 : position)
