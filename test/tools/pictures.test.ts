import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeContactSheet } from '../pictures/contact-sheet.js'
import { loadScenarios } from '../pictures/load-scenarios.js'
import { sampleFrames } from '../pictures/record-motion.js'
import { formatReport, hasFault } from '../pictures/report.js'

const paint = (colour: string) =>
  sharp({ create: { width: 375, height: 812, channels: 3, background: colour } })
    .png()
    .toBuffer()

test('every screen and motion has a name of its own, which can be the name of a file', async () => {
  const { screens, motions } = await loadScenarios()
  const names = [...screens, ...motions].map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.filter(name => !/^[a-z0-9-]+$/.test(name))).toEqual([])
  expect([screens.length > 40, motions.length > 8]).toEqual([true, true])
})

test('a frame is what was on screen at its time, also where nothing changed', () => {
  const shots = [0, 20, 130].map(ms => ({ ms, picture: Buffer.from([ms]) }))
  expect(sampleFrames(shots, 50).map(({ ms, picture }) => [ms, picture[0]])).toEqual([
    [0, 0],
    [50, 20],
    [100, 20],
    [150, 130]
  ])
  expect(sampleFrames([], 50)).toEqual([])
})

test('a contact sheet shows the pictures in their order', async () => {
  const pictures = await Promise.all(['#ff0000', '#0000ff'].map(paint))
  const sheet = await makeContactSheet(pictures.map((picture, index) => ({ ms: index * 50, picture })))
  const { data, info } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  expect([at(60, 100), at(220, 100)]).toEqual([
    [255, 0, 0],
    [0, 0, 255]
  ])
})

describe('the report', () => {
  const screen = { name: 'home', width: 375, language: 'pt', shifts: [], violations: [] }

  test.each([
    ['nothing', {}, false],
    ['a layout shift', { shifts: [{ value: 0.01, moved: ['div.card'] }] }, true],
    ['a serious violation', { violations: ['dark: serious color-contrast: <b>'] }, true],
    ['a minor violation', { violations: ['dark: minor region: <b>'] }, false],
    ['no picture', { failure: 'Timeout' }, true]
  ])('takes a screen with %s for what it is', (_what, changes, isFault) => {
    expect(hasFault({ ...screen, ...changes })).toBe(isFault)
  })

  test('names what moved', () => {
    const shifts = [{ value: 0.0125, moved: ['div.card'] }]
    expect(formatReport([{ ...screen, shifts }])).toContain('home pt 375: shift 0.0125 of div.card')
  })
})
