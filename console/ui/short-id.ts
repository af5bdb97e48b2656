/** The id that the viewer reads under My. */
export const toShortId = (userId: string) => userId.slice(-8).toUpperCase()
