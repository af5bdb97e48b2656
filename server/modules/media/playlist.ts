import type { DramaPackage, EpisodePackage } from '../catalogue/package/package-schema.js'

/** URLs are relative, so that they inherit the ticket in the path. */
export function formatMasterPlaylist(renditions: DramaPackage['renditions']): string {
  const variants = renditions.flatMap(({ name, width, height, bandwidth, codecs }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
    `${name}/playlist.m3u8`
  ])
  return joinLines(['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...variants])
}

export function formatMediaPlaylist({ segment_durations: durations }: EpisodePackage): string {
  return joinLines([
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

const joinLines = (content: string[]) => `${content.join('\n')}\n`
