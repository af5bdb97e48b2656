/** Lets those who ask for the same thing at the same time share one answer; nothing is kept after it has come. */
export function shareWhileUnderway<Source extends object, Result>(
  read: (source: Source) => Promise<Result>
): (source: Source) => Promise<Result> {
  const underway = new WeakMap<Source, Promise<Result>>()
  return source => {
    const reading = underway.get(source) ?? read(source).finally(() => underway.delete(source))
    underway.set(source, reading)
    return reading
  }
}
