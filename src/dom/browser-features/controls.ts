// What the controls of the player need to know of a browser.

/** Also false in a frame without the permission. */
export const hasFullScreen = (document: Document): boolean => document.fullscreenEnabled === true

/** Also false in a frame without the permission. */
export const hasPictureInPicture = (document: Document): boolean => document.pictureInPictureEnabled === true

export const hasMediaSession = (): boolean => 'mediaSession' in navigator

/** Missing on plain http, too. */
export const hasWakeLock = (): boolean => 'wakeLock' in navigator
