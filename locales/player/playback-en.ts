/** Texts of what the player has behind its first frame: the shape of the other languages. `{name}` is filled in. */
export const playbackEn = {
  captions: 'Captions',
  playbackSettings: 'Playback settings',
  rate: '{rate}x',
  speed: 'Speed',
  quality: 'Quality',
  chosenBySystem: 'Auto',
  captionsOff: 'Off',
  captionsOwn: 'Auto',
  captionSize: 'Caption size',
  sizeSmall: 'Small',
  sizeMedium: 'Medium',
  sizeLarge: 'Large',
  captionGround: 'Dark background',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  pictureInPicture: 'Picture in picture',
  episodeNo: 'Episode {no}'
}

export type PlaybackMessageKey = keyof typeof playbackEn
export type PlaybackMessages = Record<PlaybackMessageKey, string>
