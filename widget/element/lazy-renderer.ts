import r2wc from '@r2wc/core'
import { getInstance } from '../loader/instance.js'

export function createLazyBase(): CustomElementConstructor {
  return r2wc(
    () => null,
    { shadow: 'open', props: [] },
    {
      mount: container => getInstance(container).show(),
      update: () => undefined,
      unmount: hide => hide()
    }
  )
}
