/** How the bytes of an answer are read. */
export type ResponseType = 'text' | 'arraybuffer'

/** Anything but the two becomes text. */
export function normaliseResponseType(type: string | undefined): ResponseType {
  return type === 'arraybuffer' ? type : 'text'
}
