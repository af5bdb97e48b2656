import sharp from 'sharp'

interface LabelledPicture {
  readonly ms: number
  readonly picture: Buffer
}

const COLUMNS = 12
const CELL_WIDTH_PX = 150
const GAP_PX = 6
const LABEL_HEIGHT_PX = 18
const BACKGROUND = '#e8e8ee'

/** A PNG with all pictures in rows, each with its time below. All have the form of the first. */
export async function makeContactSheet(pictures: readonly LabelledPicture[]): Promise<Buffer> {
  const [first] = pictures
  if (!first) throw new Error('a contact sheet needs a picture')
  const { width = 1, height = 1 } = await sharp(first.picture).metadata()
  const cell = { width: CELL_WIDTH_PX, height: Math.round((CELL_WIDTH_PX * height) / width) }
  const step = { x: cell.width + GAP_PX, y: cell.height + LABEL_HEIGHT_PX + GAP_PX }
  const columns = Math.min(COLUMNS, pictures.length)
  const rows = Math.ceil(pictures.length / columns)
  const size = { width: columns * step.x + GAP_PX, height: rows * step.y + GAP_PX }
  const placed = await Promise.all(
    pictures.map(async ({ picture }, index) => ({
      input: await sharp(picture).resize(cell.width, cell.height, { fit: 'cover' }).png().toBuffer(),
      left: GAP_PX + (index % columns) * step.x,
      top: GAP_PX + Math.floor(index / columns) * step.y
    }))
  )
  const labels = pictures.map(({ ms }, index) => {
    const { left = 0, top = 0 } = placed[index] ?? {}
    return `<text x="${left + 2}" y="${top + cell.height + LABEL_HEIGHT_PX - 4}">${(ms / 1000).toFixed(2)} s</text>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif" font-size="13" fill="#333">${labels.join('')}</svg>`
  return sharp({ create: { ...size, channels: 3, background: BACKGROUND } })
    .composite([...placed, { input: Buffer.from(svg), left: 0, top: 0 }])
    .png()
    .toBuffer()
}
