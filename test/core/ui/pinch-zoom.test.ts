import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clampZoom, NO_ZOOM, pan, pinch, toggleZoom } from '../../../src/core/ui/pinch-zoom.js'

const box = { width: 300, height: 600 }
const picture = { width: 300, height: 200 }
const centre = { x: 0, y: 0 }
const right = (zoom: Parameters<typeof clampZoom>[0]) => clampZoom(zoom, box, picture)

describe('pinching', () => {
  test('D-237 below 1 gives way a little, and goes back to 1', () => {
    const small = pinch(NO_ZOOM, 0.5, centre, centre)
    expect(small.scale).toBeCloseTo(0.85)
    expect(right(small)).toEqual(NO_ZOOM)
  })

  test('D-238 above 4 gives way a little, and goes back to 4', () => {
    const large = pinch(NO_ZOOM, 5, centre, centre)
    expect(large.scale).toBeCloseTo(4.3)
    expect(right(large).scale).toBe(4)
  })

  test('D-237 D-238 1 and 4 and what is between them stay', () => {
    for (const scale of [1, 1.01, 2.5, 3.99, 4]) expect(right(pinch(NO_ZOOM, scale, centre, centre)).scale).toBe(scale)
  })

  test('what is between the fingers stays between them', () => {
    const start = { x: 100, y: -50 }
    expect(pinch(NO_ZOOM, 2, start, start)).toEqual({ scale: 2, x: -100, y: 50 })
    expect(pinch(NO_ZOOM, 2, start, { x: 110, y: -50 })).toEqual({ scale: 2, x: -90, y: 50 })
  })
})

describe('moving', () => {
  test('an enlarged picture stops at its edges', () => {
    const enlarged = { scale: 2, x: 0, y: 0 }
    expect(right(pan(enlarged, 1000, 0)).x).toBe(150)
    expect(right(pan(enlarged, -1000, 0)).x).toBe(-150)
    expect(right(pan(enlarged, 20, 0)).x).toBe(20)
  })

  test('a picture that does not fill the box stays in its middle', () => {
    expect(right(pan({ scale: 2, x: 0, y: 0 }, 0, 80)).y).toBe(0)
    expect(right(pan({ scale: 4, x: 0, y: 0 }, 0, 80)).y).toBe(80)
  })
})

test('two taps enlarge what is under them, two more show the whole', () => {
  const enlarged = toggleZoom(NO_ZOOM, { x: 60, y: 0 })
  expect(enlarged).toEqual({ scale: 2, x: -60, y: 0 })
  expect(toggleZoom(enlarged, { x: 0, y: 0 })).toEqual(NO_ZOOM)
})

test('D-237 D-238 whatever fingers do, the picture ends within 1 and 4 and leaves no gap that it could fill', () => {
  const place = fc.record({ x: fc.integer({ min: -150, max: 150 }), y: fc.integer({ min: -300, max: 300 }) })
  const gesture = fc.record({ factor: fc.double({ min: 0.05, max: 20, noNaN: true }), start: place, now: place })
  const size = fc.record({ width: fc.integer({ min: 1, max: 300 }), height: fc.integer({ min: 1, max: 600 }) })
  fc.assert(
    fc.property(fc.array(gesture, { maxLength: 10 }), size, (gestures, shown) => {
      let zoom = NO_ZOOM
      for (const { factor, start, now } of gestures) {
        zoom = clampZoom(pinch(zoom, factor, start, now), box, shown)
        expect(zoom.scale).toBeGreaterThanOrEqual(1)
        expect(zoom.scale).toBeLessThanOrEqual(4)
        const edge = Math.abs(zoom.x) + box.width / 2
        expect(edge).toBeLessThanOrEqual(Math.max(box.width, shown.width * zoom.scale) / 2 + 1e-6)
      }
    })
  )
})
