import type { DramaPackage, EpisodePackage } from '../catalogue/package/package-schema.js'

/** The list of qualities; addresses are relative, so that they inherit the ticket in the path. */
export function masterPlaylist(renditions: DramaPackage['renditions']): string {
  const variants = renditions.flatMap(({ name, width, height, bandwidth, codecs }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
    `${name}/playlist.m3u8`
  ])
  return lines(['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...variants])
}

/** The segments of one quality of an episode, numbered from 0. */
export function mediaPlaylist({ segment_durations: durations }: EpisodePackage): string {
  return lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.round(Math.max(...durations)))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    ...durations.flatMap((seconds, number) => [`#EXTINF:${seconds.toFixed(6)},`, `${number}.m4s`]),
    '#EXT-X-ENDLIST'
  ])
}

const lines = (content: string[]) => `${content.join('\n')}\n`
