import { IngestFailure } from './failure.js'

const cueTime = /(\d{1,2}:\d{2}(?::\d{2})?)[.,](\d{3})\s*-->\s*(\d{1,2}:\d{2}(?::\d{2})?)[.,](\d{3})(.*)/

const clock = (time: string, millis: string): string => {
  const parts = time.split(':')
  const [hours, minutes, seconds] = parts.length === 3 ? parts : ['00', ...parts]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:${seconds}.${millis}`
}

const clean = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim()

export const srtToVtt = (srt: string, file: string): string => {
  const cues = clean(srt)
    .split(/\n{2,}/)
    .flatMap(block => {
      const lines = block.split('\n')
      const at = lines.findIndex(line => cueTime.test(line))
      const match = cueTime.exec(lines[at] ?? '')
      if (match === null) return []
      const [, from = '', fromMs = '', to = '', toMs = ''] = match
      const text = lines
        .slice(at + 1)
        .map(line => line.replace(/\{\\[^}]*\}/g, '').replace(/<\/?font[^>]*>/gi, ''))
        .filter(line => line.trim() !== '')
      return text.length === 0 ? [] : [`${clock(from, fromMs)} --> ${clock(to, toMs)}\n${text.join('\n')}`]
    })
  if (cues.length === 0) throw new IngestFailure(`${file}: no cues in it; not a SubRip file`)
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

const checkVtt = (vtt: string, file: string): string => {
  const text = clean(vtt)
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text)) throw new IngestFailure(`${file}: does not begin with WEBVTT`)
  if (!cueTime.test(text)) throw new IngestFailure(`${file}: no cues in it`)
  return `${text}\n`
}

export const toVtt = (text: string, file: string): string =>
  file.toLowerCase().endsWith('.srt') ? srtToVtt(text, file) : checkVtt(text, file)
