import { IngestFailure } from './failure.js'

/** Positions of a box of ISO/IEC 14496-12 in its buffer. `body` begins behind size and type. */
export interface Mp4Box {
  readonly type: string
  readonly start: number
  readonly body: number
  readonly end: number
}

export const readMp4Boxes = (bytes: Buffer, from = 0, to = bytes.length): Mp4Box[] => {
  const boxes: Mp4Box[] = []
  for (let start = from; start < to; ) {
    if (start + 8 > to) throw new IngestFailure('a box is cut off')
    const isLong = bytes.readUInt32BE(start) === 1
    const size = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : bytes.readUInt32BE(start)
    const end = start + size
    if (size < 8 || end > to) throw new IngestFailure('a box is cut off')
    boxes.push({ type: bytes.toString('latin1', start + 4, start + 8), start, body: start + (isLong ? 16 : 8), end })
    start = end
  }
  return boxes
}

export const readMp4ChildBoxes = (bytes: Buffer, box: Mp4Box): Mp4Box[] => readMp4Boxes(bytes, box.body, box.end)

/** Follows `path` from box to box and returns all boxes at its end. */
export const findMp4Boxes = (bytes: Buffer, boxes: readonly Mp4Box[], ...path: readonly string[]): Mp4Box[] => {
  const [type, ...rest] = path
  const found = boxes.filter(box => box.type === type)
  return rest.length === 0 ? found : found.flatMap(box => findMp4Boxes(bytes, readMp4ChildBoxes(bytes, box), ...rest))
}

export const requireMp4Box = (bytes: Buffer, boxes: readonly Mp4Box[], ...path: readonly string[]): Mp4Box => {
  const [box] = findMp4Boxes(bytes, boxes, ...path)
  if (box === undefined) throw new IngestFailure(`a box is missing: ${path.join('/')}`)
  return box
}

export const writeMp4Box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

export const toUint32Bytes = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}
