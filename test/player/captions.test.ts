import { expect, test } from 'vitest'
import { activeCaption, parseCaptions } from '../../src/player/captions.js'

const vtt = `WEBVTT

NOTE made by hand

1
00:02.000 --> 00:04.500 align:start
— Você sabia
<i>o tempo todo</i>?

01:00:00.000 --> 01:00:01.000
later

broken --> block
never shown
`

test('cues are read with their times, without settings and markup; broken blocks are skipped', () => {
  expect(parseCaptions(vtt)).toEqual([
    { from: 2, to: 4.5, text: '— Você sabia\no tempo todo?' },
    { from: 3600, to: 3601, text: 'later' }
  ])
})

test('line ends of every system are understood, and text that is no WebVTT gives nothing', () => {
  expect(parseCaptions(vtt.replaceAll('\n', '\r\n'))).toHaveLength(2)
  expect(parseCaptions('<html>not found</html>')).toEqual([])
})

test('what WebVTT has to write in letters is read, and of two who speak at once both are', () => {
  const cues = parseCaptions(`WEBVTT

00:01.000 --> 00:03.000
<v Ana>Tom &amp; Lia &lt;3&nbsp;&amp;lt;

00:02.000 --> 00:04.000
— Quem?
`)
  expect([1, 2.5, 3.5].map(position => activeCaption(cues, position))).toEqual([
    'Tom & Lia <3\u00a0&lt;',
    'Tom & Lia <3\u00a0&lt;\n— Quem?',
    '— Quem?'
  ])
})

test('a caption is shown from its start until just before its end', () => {
  const cues = parseCaptions(vtt)
  expect([1.99, 2, 4.49, 4.5].map(position => activeCaption(cues, position) !== '')).toEqual([false, true, true, false])
})
