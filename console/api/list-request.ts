/** More rows than a screen shows. Twice as many, as the server sends by itself, take a phone half a second longer. */
const FIRST_PAGE_SIZE = 25

/** What asks for a page of a list; `cursor` is null for the first one. */
export function toListRequest(request: object, cursor: string | null): object {
  return cursor === null
    ? { ...request, page_size: 'page_size' in request ? request.page_size : FIRST_PAGE_SIZE }
    : { ...request, cursor }
}
