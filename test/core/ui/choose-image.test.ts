import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FilePickerOptions } from '../../../src/core/environment.js'
import { chooseImage, type ImageChoiceOptions } from '../../../src/core/ui/choose-image.js'

const picture = (name = 'one.png', type = 'image/png') => new File(['picture'], name, { type })
const pictures = (count: number) => Array.from({ length: count }, (_, index) => picture(`${index}.png`))

function choose(files: readonly File[], options?: ImageChoiceOptions) {
  const pickerOptions: FilePickerOptions[] = []
  const chooseFiles = async (wanted: FilePickerOptions) => {
    pickerOptions.push(wanted)
    return files
  }
  return { pickerOptions, choice: chooseImage(chooseFiles, options) }
}

async function chosenCount(count: number | undefined): Promise<number> {
  const { tempFiles } = await choose(pictures(20), count === undefined ? {} : { count }).choice
  return tempFiles.length
}

describe('how many', () => {
  test('D-142 a count of 0 is 9', async () => expect(await chosenCount(0)).toBe(9))

  test.each([-1, -0.5, Number.NEGATIVE_INFINITY])('D-143 a count of %s is 9', async count =>
    expect(await chosenCount(count)).toBe(9)
  )

  test.each([undefined, Number.NaN, 0.5])('a count of %s is 9', async count => expect(await chosenCount(count)).toBe(9))

  test.each([
    [1, 1],
    [2.9, 2],
    [9, 9],
    [12, 12],
    [Number.POSITIVE_INFINITY, 20]
  ])('a count of %s gives %i of twenty files', async (count, files) => expect(await chosenCount(count)).toBe(files))

  test('files beyond the count are dropped from the end', async () => {
    const { tempFiles } = await choose(pictures(3), { count: 2 }).choice
    expect(tempFiles.map(({ name }) => name)).toEqual(['0.png', '1.png'])
  })

  test.each([
    [1, false],
    [2, true],
    [0, true]
  ])('a count of %i lets the viewer choose several: %s', async (count, isMultiple) => {
    const { pickerOptions, choice } = choose([picture()], { count })
    await choice
    expect(pickerOptions).toMatchObject([{ isMultiple }])
  })
})

describe('from where', () => {
  test.each([
    [undefined, false],
    [['album', 'camera'], false],
    [['album'], false],
    [['camera'], true],
    [['camera', 'moon'], false],
    [['moon'], false],
    [[], false]
  ])('%j asks for the camera alone: %s', async (sourceType, isCapture) => {
    const { pickerOptions, choice } = choose([picture()], sourceType ? { sourceType } : {})
    await choice
    expect(pickerOptions).toMatchObject([{ isCapture }])
  })
})

describe('of which kind', () => {
  test.each([
    [undefined, 'image/*'],
    [['*'], 'image/*'],
    [['png', '.JPG'], 'image/png,image/jpeg']
  ])('%j is asked for as %s', async (extension, accept) => {
    const { pickerOptions, choice } = choose([picture()], extension ? { extension } : {})
    await choice
    expect(pickerOptions).toMatchObject([{ accept }])
  })

  test('no kind at all is refused before the viewer is asked', async () => {
    const { pickerOptions, choice } = choose([picture()], { extension: [] })
    const errMsg = 'chooseImage:fail param extension should not be empty.'
    await expect(choice).rejects.toMatchObject({ message: errMsg, errMsg })
    expect(pickerOptions).toEqual([])
  })

  test('files that are no pictures are left out and take nobody’s place', async () => {
    const files = [
      picture('a.pdf', 'application/pdf'),
      picture('b.png'),
      picture('c.mp4', 'video/mp4'),
      picture('d.png')
    ]
    const { tempFiles } = await choose(files, { count: 2 }).choice
    expect(tempFiles.map(({ name }) => name)).toEqual(['b.png', 'd.png'])
  })

  test('a picture whose kind the system does not know is known by its name', async () => {
    const { tempFiles } = await choose([picture('IMG_1.HEIC', ''), picture('notes', '')]).choice
    expect(tempFiles.map(({ name }) => name)).toEqual(['IMG_1.HEIC'])
    const { tempFiles: only } = await choose([picture('a.JPG', ''), picture('b.gif', '')], { extension: ['jpg'] })
      .choice
    expect(only.map(({ name }) => name)).toEqual(['a.JPG'])
  })

  test('a picture of a kind that was not asked for is left out', async () => {
    const { tempFiles } = await choose([picture('a.gif', 'image/gif'), picture()], { extension: ['png'] }).choice
    expect(tempFiles.map(({ name }) => name)).toEqual(['one.png'])
  })

  test('with nothing left it says so', async () => {
    const { choice } = choose([picture('a.pdf', 'application/pdf')])
    await expect(choice).rejects.toMatchObject({ errMsg: 'chooseImage:fail file type is not supported' })
  })
})

describe('the answer', () => {
  test('nothing chosen is a cancel', async () => {
    await expect(choose([]).choice).rejects.toMatchObject({ message: 'chooseImage:fail cancel' })
  })

  test('has an address for each file, which is void after the release', async () => {
    const { tempFilePaths, tempFiles, release } = await choose([picture(), picture('two.png')]).choice
    expect(tempFilePaths).toHaveLength(2)
    for (const [place, url] of tempFilePaths.entries()) {
      expect(await (await fetch(url)).text()).toBe(await tempFiles[place]?.text())
    }
    release()
    release()
    for (const url of tempFilePaths) await expect(fetch(url)).rejects.toThrow()
  })

  test('is released with the signal, and not made after it', async () => {
    const page = new AbortController()
    const { tempFilePaths } = await choose([picture()], { signal: page.signal }).choice
    page.abort()
    await expect(fetch(tempFilePaths[0] ?? '')).rejects.toThrow()
    const create = vi.spyOn(URL, 'createObjectURL')
    onTestFinished(() => create.mockRestore())
    await expect(choose([picture()], { signal: page.signal }).choice).rejects.toMatchObject({
      errMsg: 'chooseImage:fail cancel'
    })
    expect(create).not.toHaveBeenCalled()
  })
})
