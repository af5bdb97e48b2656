/** Change it with the look of previews, because browsers and apps keep an address for ever. */
const LOOK_VERSION = 2
/** Any other address is not sent by this server. */
export const PREVIEW_ROUTE = `/previews/:drama/:name{[0-9a-f]{16}-${LOOK_VERSION}\\.jpg}`
export const PREVIEW_SIZE_PX = { width: 1200, height: 630 }

const COVER_NAME = /^cover-([0-9a-f]{16})\.webp$/

/** The address contains the hash of the cover. `cover` is the column of `dramas`. */
export function formatPreviewAddress(origin: string, dramaId: string, cover: string): string {
  const [, hash = ''] = COVER_NAME.exec(cover) ?? []
  return `${origin}/previews/${dramaId}/${hash}-${LOOK_VERSION}.jpg`
}

export const toCoverName = (previewName: string) => `cover-${previewName.slice(0, 16)}.webp`
