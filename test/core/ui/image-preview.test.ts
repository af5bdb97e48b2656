import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createImagePreview } from '../../../src/core/ui/image-preview.js'

const urls = ['a.jpg', 'b.jpg', 'c.jpg']

test.each([
  [undefined, 0],
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 0],
  [-1, 0],
  [1.5, 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 0],
  ['a.jpg', 0],
  ['c.jpg', 2],
  ['unknown.jpg', 0],
  ['', 0]
])('current %j opens picture %i', async (current, place) => {
  const { show, $preview } = createImagePreview()
  expect(await show(current === undefined ? { urls } : { urls, current })).toEqual({ errMsg: 'previewImage:ok' })
  expect($preview.get()).toMatchObject({ urls, current: place })
})

test('current is always one of the pictures', async () => {
  const anything = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constantFrom(...urls))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string(), { minLength: 1 }), anything, async (some, current) => {
      const { show, $preview } = createImagePreview()
      await show({ urls: some, current })
      expect(some[$preview.get()?.current ?? -1]).toBeDefined()
    })
  )
})

test.each([{}, { urls: [] }])(
  'without pictures (%j) it says what is missing, and what is open stays',
  async options => {
    const { show, $preview } = createImagePreview()
    await show({ urls })
    const errMsg = 'previewImage:fail Missing required args: "urls"'
    await expect(show(options)).rejects.toMatchObject({ message: errMsg, errMsg })
    expect($preview.get()?.urls).toEqual(urls)
  }
)

test('asked again while it is open, it shows the new pictures; closed, none', async () => {
  const { show, close, $preview } = createImagePreview()
  await show({ urls, current: 1 })
  await show({ urls: ['z.jpg'], current: 'z.jpg' })
  expect($preview.get()).toEqual({ id: 2, urls: ['z.jpg'], current: 0 })
  close()
  expect($preview.get()).toBeUndefined()
})

test('pictures taken out of the caller’s list afterwards stay', async () => {
  const { show, $preview } = createImagePreview()
  const own = [...urls]
  await show({ urls: own })
  own.length = 0
  expect($preview.get()?.urls).toEqual(urls)
})
