// What the controls of the player need to know of a browser.

/** Also false in a frame without the permission. */
export const hasFullScreen = (element: Element): boolean =>
  'requestFullscreen' in element && element.ownerDocument.fullscreenEnabled

/** On an iPhone only a video can fill the screen: https://developer.apple.com/documentation/webkitjs/htmlvideoelement */
export interface ScreenFillingVideo extends HTMLVideoElement {
  /** False until the size of the video is known, and in a Chromium frame without the permission. */
  readonly webkitSupportsFullscreen: boolean
  webkitEnterFullscreen(): void
  webkitExitFullscreen(): void
}

export const canFillScreen = (video: HTMLVideoElement | undefined): video is ScreenFillingVideo =>
  (video as Partial<ScreenFillingVideo> | undefined)?.webkitSupportsFullscreen === true

/** Also false in a frame without the permission. */
export const hasPictureInPicture = (document: Document): boolean => document.pictureInPictureEnabled === true

export const hasMediaSession = (): boolean => 'mediaSession' in navigator

/** Missing on plain http, too. */
export const hasWakeLock = (): boolean => 'wakeLock' in navigator
