import { basename } from 'node:path'
import { z } from 'zod'
import { IngestFailure, toErrorMessage } from './failure.js'
import { ffprobe } from './run-program.js'

export interface Source {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly rate: { readonly num: number; readonly den: number }
  readonly seconds: number
  readonly hasAudio: boolean
}

const probeOutput = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      width: z.number().optional(),
      height: z.number().optional(),
      avg_frame_rate: z.string().optional(),
      side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional()
    })
  ),
  format: z.object({ duration: z.coerce.number().positive() })
})

/** Halves frame rates above 32 per second, because phones do not need them and they cost mobile data. */
export const toNormalRate = (text: string): Source['rate'] => {
  const [num = 0, den = 1] = text.split('/').map(Number)
  if (!(num > 0 && den > 0)) return { num: 24, den: 1 }
  const halvings = Math.max(0, Math.ceil(Math.log2(num / den / 32)))
  return { num, den: den * 2 ** halvings }
}

export const probe = async (path: string, signal: AbortSignal): Promise<Source> => {
  const fields = 'stream=codec_type,width,height,avg_frame_rate:stream_side_data=rotation:format=duration'
  const args = ['-show_entries', fields, '-of', 'json', path]
  const out = await ffprobe(args, signal).catch((error: unknown) => {
    if (signal.aborted || toErrorMessage(error).includes('not found on PATH')) throw error
    throw new IngestFailure(
      `${basename(path)}: broken or not a video (${toErrorMessage(error).replaceAll(path, 'file')})`
    )
  })
  const parsed = probeOutput.safeParse(JSON.parse(out))
  const video = parsed.data?.streams.find(stream => stream.codec_type === 'video')
  if (!parsed.success || video?.width === undefined || video.height === undefined)
    throw new IngestFailure(`${basename(path)}: broken or not a video (no picture of any length)`)
  const isRotated = video.side_data_list?.some(data => Math.abs(data.rotation ?? 0) % 180 === 90) ?? false
  return {
    path,
    width: isRotated ? video.height : video.width,
    height: isRotated ? video.width : video.height,
    rate: toNormalRate(video.avg_frame_rate ?? ''),
    seconds: parsed.data.format.duration,
    hasAudio: parsed.data.streams.some(stream => stream.codec_type === 'audio')
  }
}
