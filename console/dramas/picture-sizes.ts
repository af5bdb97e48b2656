/** Pixels that the app shows, as `drama ingest` makes them. */
export const pictureSizes = { cover: { width: 600, height: 800 }, banner: { width: 900, height: 1000 } } as const
export type PictureKind = keyof typeof pictureSizes
