import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readIngestCause, readIngestStep } from '../../console/dramas/upload/ingest-texts.js'
import { findCause, readCallResult } from '../../console/ui/failure-text.js'

test.each([
  ['ENOTFOUND', 'nameNotFound'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'brokenOff'],
  ['no answer in time', 'timedOut'],
  ['timeout', 'timedOut'],
  ['CERT_HAS_EXPIRED', 'certificateExpired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['HPE_INVALID_CONSTANT', 'protocol'],
  ['refused: the name leads to a private address', 'privateAddress'],
  ['something new', 'other']
])('the call that ended with %o is explained as %s', (raw, key) => {
  expect(readCallResult(raw)).toEqual({ key })
})

test.each([
  ['200 ok', 'accepted'],
  ['204', 'accepted'],
  ['302 ', 'answered'],
  ['403 <b>no</b>', 'denied'],
  ['404 Not Found', 'notFound'],
  ['429 slow', 'tooMany'],
  ['503 ENOTFOUND', 'broken']
])('the answer %o is explained as %s with its code', (raw, key) => {
  expect(readCallResult(raw)).toEqual({ key, parameters: { code: raw.slice(0, 3) } })
})

test('a failure in a sentence is recognised by its code', () => {
  expect(findCause('connect ECONNREFUSED 127.0.0.1:5432')).toEqual({ key: 'refused' })
  expect(findCause('getaddrinfo ENOTFOUND smtp.test')).toEqual({ key: 'nameNotFound' })
  expect(findCause('unexpected answer')).toBeNull()
})

test('every reason why an event is not sent to a network has a text', async () => {
  const files = ['conversion/send-conversion.ts', 'deliver-due.ts']
  const sources = await Promise.all(files.map(file => readFile(`server/modules/postback/${file}`, 'utf8')))
  const reasons = [...sources.join('\n').matchAll(/(?:reason: '|'not sent: )([^']+)'/g)].map(([, reason]) => reason)
  expect(reasons.length).toBeGreaterThan(4)
  for (const reason of reasons) expect(readCallResult(`not sent: ${reason}`), reason).not.toEqual({ key: 'other' })
})

test('the lines of ingest are steps in words, and those of ffmpeg are not', () => {
  const lines: [string, object | null][] = [
    ['rain: 2 episodes in 720p, 480p', { key: 'step_begin', parameters: { count: '2', qualities: '720p, 480p' } }],
    [
      '  episode 7/9  EP 07 final.mov  2.5 s, 3 qualities  in 1.2 s',
      { key: 'step_episode', parameters: { no: '7', file: 'EP 07 final.mov', seconds: '2.5', elapsed: '1.2' } }
    ],
    [
      '  episode 7  a.mp4  2 s, 3 qualities, only 320x240: enlarged  in 1.2 s',
      {
        key: 'step_enlarged',
        parameters: { no: '7', file: 'a.mp4', seconds: '2', size: '320x240', elapsed: '1.2' }
      }
    ],
    ['rain: 2 episodes published in /data/rain in 3.1 s', { key: 'step_published', parameters: { elapsed: '3.1' } }],
    ['rain: published to /data/rain in 3.1 s', { key: 'step_published', parameters: { elapsed: '3.1' } }],
    ['rain: unchanged, nothing to do (/data/rain)', { key: 'step_unchanged', parameters: {} }],
    ['[mov,mp4 @ 0x55] moov atom not found', null]
  ]
  for (const [line, step] of lines) expect(readIngestStep(line), line).toEqual(step)
})

test('a failure of ingest names the file and what is wrong with it', () => {
  const causes = [
    ['<b>2.mp4: broken or not a video (moov atom not found)', 'cause_broken', { file: '<b>2.mp4' }],
    ['a.mp4: cut short, 3.0 s of 9.5 s play', 'cause_cut', { file: 'a.mp4', seconds: '3.0', all: '9.5' }],
    ['7.pt.vtt: no cues in it; not a SubRip file', 'cause_captions', { file: '7.pt.vtt' }],
    ['7.pt.vtt: there is no episode 7', 'cause_no_episode', { file: '7.pt.vtt', no: '7' }],
    [
      'episode 2: its number in the package belongs to the film that is now episode 9',
      'cause_moved',
      { no: '2', other: '9' }
    ],
    ['ingest ended with code 137', 'cause_code', { code: '137' }],
    ['a.mp4: ffmpeg ended with 1', 'cause_file', { file: 'a.mp4' }]
  ] as const
  for (const [failure, key, parameters] of causes) expect(readIngestCause(failure)).toEqual({ key, parameters })
  expect(readIngestCause("ENOSPC: no space left on device, write '001.mp4'")).toBeNull()
})
