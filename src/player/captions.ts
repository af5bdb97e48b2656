import type { PlayResponse } from '../../contract/episode.js'

export interface Cue {
  from: number
  to: number
  text: string
}

const TIMING = /^(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})/

const WEBVTT_ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f'
}

export function parseCaptions(vtt: string): Cue[] {
  return vtt
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap(block => {
      const lines = block.trim().split('\n')
      const at = lines.findIndex(line => TIMING.test(line))
      const [, ...parts] = TIMING.exec(lines[at] ?? '') ?? []
      const text = lines
        .slice(at + 1)
        .join('\n')
        .replace(/<[^>]*>/g, '')
        .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => WEBVTT_ENTITIES[name] ?? '')
      return at < 0 || text === '' ? [] : [{ from: toSeconds(parts.slice(0, 4)), to: toSeconds(parts.slice(4)), text }]
    })
}

function toSeconds([hours = '0', minutes = '0', seconds = '0', milliseconds = '0']: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000
}

export function activeCaption(cues: readonly Cue[], position: number): string {
  const active = cues.filter(cue => position >= cue.from && position < cue.to)
  return active.map(({ text }) => text).join('\n')
}

/** `choice`: a language code, `auto` for the language of the interface, or `off`. */
export function selectCaptionTrack(captions: PlayResponse['captions'], choice: string, lang: string) {
  return captions.find(track => track.lang === (choice === 'auto' ? lang : choice))
}
