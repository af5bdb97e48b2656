// What the app uses and not every supported browser has: `docs/reference/browser-features.md` is made from this, and the
// build is checked against it.

export interface OptionalFeature {
  /** Paths of MDN's compatibility data that are covered, with all their members. The first is the one in the table. */
  paths: readonly [string, ...string[]]
  use: string
  without: string
  /**
   * A function of `src/dom/browser-features` that each file using the feature must call, the only file that may use
   * it, or the reason why no check is needed.
   */
  check: { function: string } | { file: string } | { none: string }
}

const isStyle = { none: 'browsers skip styles that they do not know' }

export const optionalFeatures: Record<string, OptionalFeature> = {
  'Media Source Extensions': {
    paths: ['api.MediaSource', 'api.SourceBuffer'],
    use: 'the first frame before hls.js has loaded, and hls.js; of iOS only iPads have it',
    without: 'native HLS, with the qualities that the browser chooses: iPhones before iOS 17.1',
    check: { function: 'findMediaSource' }
  },
  ManagedMediaSource: {
    paths: ['api.ManagedMediaSource', 'api.ManagedSourceBuffer'],
    use: 'MediaSource of iPhones; the browser says when it wants media',
    without: 'MediaSource, else native HLS',
    check: { function: 'findMediaSource' }
  },
  'video frame callbacks': {
    paths: ['api.HTMLVideoElement.requestVideoFrameCallback', 'api.HTMLVideoElement.cancelVideoFrameCallback'],
    use: 'the moment at which the cover gives way to the picture',
    without: 'the event `playing`, which may come some milliseconds too early',
    check: { function: 'hasVideoFrameCallbacks' }
  },
  'remote playback switch': {
    paths: ['api.HTMLMediaElement.disableRemotePlayback'],
    use: 'AirPlay is off, because a ManagedMediaSource opens only then',
    without: 'nothing changes',
    check: { none: 'setting an unknown property does nothing' }
  },
  'full screen': {
    paths: ['api.Element.requestFullscreen', 'api.Document.fullscreenEnabled', 'api.Document.exitFullscreen'],
    use: 'full screen of the app, with its controls',
    without: 'the element fills the window; in a frame on an iPhone the video fills the screen',
    check: { function: 'hasFullScreen' }
  },
  'picture in picture': {
    paths: [
      'api.HTMLVideoElement.requestPictureInPicture',
      'api.Document.pictureInPictureEnabled',
      'api.Document.exitPictureInPicture'
    ],
    use: 'the small window of the player',
    without: 'no button',
    check: { function: 'hasPictureInPicture' }
  },
  'media session': {
    paths: ['api.MediaSession', 'api.Navigator.mediaSession', 'api.MediaMetadata'],
    use: 'title, cover and keys on the lock screen and headphones',
    without: 'none of them',
    check: { function: 'hasMediaSession' }
  },
  'screen wake lock': {
    paths: ['api.WakeLock', 'api.WakeLockSentinel', 'api.Navigator.wakeLock'],
    use: 'keeps the screen on while an episode plays',
    without: 'the screen may dim where the browser does not keep it on for a video by itself',
    check: { function: 'hasWakeLock' }
  },
  'share sheet of the system': {
    paths: ['api.Navigator.share', 'api.Navigator.canShare'],
    use: 'sharing an episode, an invitation, a recovery link',
    without: 'the app’s own sheet: copy the link, WhatsApp, Facebook, Telegram',
    check: { function: 'hasSystemShare' }
  },
  vibration: {
    paths: ['api.Navigator.vibrate'],
    use: 'a short tap back at a long press',
    without: 'nothing is felt',
    check: { function: 'hasVibration' }
  },
  'web locks': {
    paths: ['api.LockManager', 'api.Navigator.locks'],
    use: 'one tab at a time signs in or announces a payment',
    without: 'the tabs of a page on plain http may each do it; the server answers the same twice',
    check: { function: 'hasWebLocks' }
  },
  'AbortSignal.timeout()': {
    paths: ['api.AbortSignal.timeout_static'],
    use: 'a lock that a frozen tab holds is not waited for',
    without: 'it is waited for',
    check: { function: 'hasAbortTimeout' }
  },
  'reports of a blocked resource': {
    paths: ['api.ReportingObserver', 'api.Report'],
    use: 'says which rule of the page’s Content-Security-Policy blocked a film',
    without: 'says so at the second attempt',
    check: { function: 'hasReportingObserver' }
  },
  'Intl.Segmenter': {
    paths: ['javascript.builtins.Intl.Segmenter'],
    use: 'counts and cuts visible characters',
    without: 'an emoji of several parts counts as several characters',
    check: { file: 'src/core/lib/split-text.ts' }
  },
  'saved data and kind of network': {
    paths: ['api.NetworkInformation', 'api.Navigator.connection'],
    use: 'loads no preview where the viewer saves data or the network is slow',
    without: 'previews load',
    check: { file: 'src/dom/should-save-data.ts' }
  },
  'idle callbacks': {
    paths: ['api.Window.requestIdleCallback'],
    use: 'the console loads and draws what is not seen yet',
    without: 'a pause of 0.2 seconds',
    check: { file: 'console/ui/until-idle.ts' }
  },
  'Uint8Array.fromBase64()': {
    paths: ['javascript.builtins.Uint8Array.fromBase64'],
    use: 'uploads of the console, in their library',
    without: 'the same by hand',
    check: { none: 'the library asks for it' }
  },
  notifications: {
    paths: ['api.Notification'],
    use: 'the site tells of new episodes',
    without: 'nothing is proposed',
    check: { none: 'the site’s script looks for it once, before anything else' }
  },
  'touch events': {
    paths: ['api.TouchEvent', 'api.Touch', 'api.TouchList'],
    use: 'pulling, pinching, long press',
    without: 'buttons, keys and the wheel: Safari on a Mac',
    check: { none: 'events that never come need no check' }
  },
  'back gesture with a picture of its own': {
    paths: ['api.PopStateEvent.hasUAVisualTransition'],
    use: 'the app does not move a page that the browser has moved already',
    without: 'the page moves twice at a gesture of the browser',
    check: { none: 'undefined means no' }
  },
  ':has()': {
    paths: ['css.selectors.has'],
    use: 'distances, heights and colours that depend on what is inside',
    without: 'Firefox before 121: sheets of forms are as high as every sheet, chosen options have no frame',
    check: isStyle
  },
  'color-mix()': {
    paths: ['css.types.color.color-mix'],
    use: 'the tint of a chosen offer, the shade that follows a sheet',
    without: 'no tint, and a shade that goes when the sheet has gone',
    check: isStyle
  },
  'balanced lines': {
    paths: ['css.properties.text-wrap'],
    use: 'titles of two lines of the same length',
    without: 'lines as long as they come',
    check: isStyle
  },
  'scroll bars': {
    paths: [
      'css.properties.scrollbar-width',
      'css.properties.scrollbar-color',
      'css.selectors.-webkit-scrollbar',
      'css.selectors.-webkit-search-cancel-button'
    ],
    use: 'no scroll bar over covers and lists, no second cross in a search field',
    without: 'the one of the browser; each browser has one of the two notations',
    check: isStyle
  },
  'progress bars': {
    paths: [
      'css.selectors.-webkit-progress-bar',
      'css.selectors.-webkit-progress-value',
      'css.selectors.-moz-progress-bar'
    ],
    use: 'colours of a progress bar',
    without: 'each browser has one of the two notations',
    check: isStyle
  },
  'pointers, edges of fields, forced colours': {
    paths: ['css.properties.cursor', 'css.properties.resize', 'css.properties.forced-color-adjust'],
    use: 'the hand over a button, fields that cannot be pulled, switches with forced colours',
    without: 'iPhones have none of them',
    check: isStyle
  },
  'touches of iOS': {
    paths: ['css.properties.-webkit-touch-callout', 'css.properties.-webkit-tap-highlight-color'],
    use: 'a held cover opens the drama’s sheet instead of the menu of iOS, and no grey flash at a tap',
    without: 'other browsers have neither menu nor flash',
    check: isStyle
  },
  'breaks in print': {
    paths: ['css.properties.break-after', 'css.properties.break-inside'],
    use: 'a heading of the statement stays with its rows in print',
    without: 'it may stand at the end of a sheet of paper',
    check: isStyle
  }
}

export function findOptionalFeature(path: string): OptionalFeature | undefined {
  return Object.values(optionalFeatures).find(({ paths }) =>
    paths.some(covered => path === covered || path.startsWith(`${covered}.`))
  )
}
