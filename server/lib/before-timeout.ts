/** Rejects with the error of `createError` if `work`, which goes on, takes longer. */
export async function beforeTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  createError: () => Error
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
