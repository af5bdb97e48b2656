/** `<width>x<height>` of the header of a PNG file. */
export function pngSize(file: Buffer): string {
  if (file.toString('latin1', 1, 4) !== 'PNG') throw new Error('no PNG file')
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
}
