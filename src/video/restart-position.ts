/** WebKitGTK may never end a seek to the first pictures of a new source. */
const MIN_POSITION_S = 1

/** Where an episode goes on with a new source after a fault at `position`, in seconds: close to its start, from there. */
export const toRestartPosition = (position: number): number => (position < MIN_POSITION_S ? 0 : position)
