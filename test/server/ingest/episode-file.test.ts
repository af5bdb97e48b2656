import { expect, test } from 'vitest'
import { parseEpisodeFile, parseEpisodeNo } from '../../../server/modules/ingest/episode-file.js'

test.each([
  ['EP 07 final.mov', 7],
  ['007.mp4', 7],
  ['ep12.mkv', 12],
  ['Winter Bride - Episode 3.mp4', 3],
  ['Noiva de Inverno episódio 4 (720p).mp4', 4],
  ['winter_bride_s01e09_1080p.mp4', 9],
  ['第08集.mp4', 8],
  ['07 final v2.mov', 7],
  ['Bride 2 - 11.mp4', 11],
  ['10.mp4', 10],
  ['bride 2026 14.mp4', 14],
  ['07.pt.vtt', 7],
  ['ep 5.zh-Hans.srt', 5],
  ['final 1080p x264.mp4', null],
  ['final.mp4', null],
  ['0.mp4', null],
  ['ep 1000000.mp4', null]
])('the name %s says episode %o', (name, no) => {
  expect(parseEpisodeNo(name, 100_000)).toBe(no)
})

test.each([
  ['1.MP4', { kind: 'video', lang: null }],
  ['1.pt-BR.vtt', { kind: 'captions', lang: 'pt' }],
  ['1.zh-Hant.srt', { kind: 'captions', lang: 'zh-tw' }],
  ['1.vtt', null],
  ['1.fr.vtt', null],
  ['1.mp4.exe', null],
  ['mp4', null]
])('%s is %o', (name, file) => {
  expect(parseEpisodeFile(name)).toEqual(file)
})
