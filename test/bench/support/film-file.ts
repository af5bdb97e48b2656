// Makes one MP4 file of an episode in its first quality, for a bare `<video>`.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { dramaPackage } from '../../../server/modules/catalogue/package/package-schema.js'
import { toUint32Bytes, writeMp4Box } from '../../../tools/ingest/mp4-boxes.js'
import { FILM_DRAMA } from '../../film/film.js'

const TIMESCALE = 1000

export async function makeFilmFile(catalogue: string, number: number): Promise<Buffer> {
  const folder = path.join(catalogue, FILM_DRAMA.description.slug)
  const { episodes } = dramaPackage.parse(JSON.parse(await readFile(path.join(folder, 'drama.json'), 'utf8')))
  const episode = episodes.find(({ no }) => no === number)
  const [track] = episode?.tracks ?? []
  if (!episode || !track) throw new Error(`the film has no episode ${number}`)
  const read = (name: string) => readFile(path.join(folder, 'objects', name))
  const segments = await Promise.all(track.segments.map(read))
  return Buffer.concat([await read(track.init), writeIndex(segments, episode.segment_durations), ...segments])
}

/** Without a segment index (ISO/IEC 14496-12, 8.16.3), browsers read the whole file before they play it. */
function writeIndex(segments: readonly Buffer[], durations: readonly number[]): Buffer {
  const startsWithKeyFrame = 0x9000_0000
  const references = segments.map((segment, index) =>
    toUint32Bytes(segment.length, Math.round((durations[index] ?? 0) * TIMESCALE), startsWithKeyFrame)
  )
  return writeMp4Box('sidx', toUint32Bytes(0, 1, TIMESCALE, 0, 0, segments.length), ...references)
}
