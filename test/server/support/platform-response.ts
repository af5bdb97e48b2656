const { constructor: PlatformResponse } = (await fetch('data:,')) as { constructor: unknown } as {
  constructor: typeof Response
}

/** Where a server has listened in this process, its library has put a Response of its own in the platform's place. */
export function asBrowsersDo(answer: Response): Response {
  if ((answer as object) instanceof PlatformResponse) return answer
  const { status, statusText, headers } = answer
  return new PlatformResponse(answer.body, { status, statusText, headers })
}
