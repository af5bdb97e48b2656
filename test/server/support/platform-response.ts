const { constructor: PlatformResponse } = (await fetch('data:,')) as { constructor: unknown } as {
  constructor: typeof Response
}

/** Converts a response to the platform's class, because a listening server replaces the global Response. */
export function toPlatformResponse(answer: Response): Response {
  if ((answer as object) instanceof PlatformResponse) return answer
  const { status, statusText, headers } = answer
  return new PlatformResponse(answer.body, { status, statusText, headers })
}
