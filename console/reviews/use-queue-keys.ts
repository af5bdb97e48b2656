import { useHotkeys } from '@mantine/hooks'

/** Keys that work everywhere but in text fields. A held key counts once, so that it does not decide many. */
export function useQueueKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useHotkeys(
    Object.entries(actions).map(([key, run]): [string, (event: KeyboardEvent) => void, { preventDefault: boolean }] => [
      key,
      event => {
        if (event.repeat || run === undefined || isTakenByField(event.target)) return
        event.preventDefault()
        run()
      },
      { preventDefault: false }
    ]),
    ['TEXTAREA']
  )
}

/** A closed menu is an input without a text, and takes no letters. */
const isTakenByField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && (!target.readOnly || target.getAttribute('aria-expanded') === 'true')
