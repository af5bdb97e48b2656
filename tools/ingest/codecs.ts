import { IngestFailure } from './failure.js'

const hex = (value: number): string => value.toString(16).padStart(2, '0')

/** The RFC 6381 string of an init segment: profile, constraints and level from `avcC`, AAC-LC from `esds`. */
export const codecsOf = (init: Uint8Array): string => {
  const bytes = Buffer.from(init)
  const avcc = bytes.indexOf('avcC', 0, 'latin1')
  const esds = bytes.indexOf('esds', 0, 'latin1')
  if (avcc < 0 || esds < 0) throw new IngestFailure('the init segment lacks H.264 picture or AAC sound')
  const [profile = 0, constraints = 0, level = 0] = bytes.subarray(avcc + 5, avcc + 8)
  return `avc1.${hex(profile)}${hex(constraints)}${hex(level)},mp4a.40.2`
}
