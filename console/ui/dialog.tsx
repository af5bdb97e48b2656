import { Suspense, useEffect, useState } from 'react'
import { lazyWithRetry } from './lazy-with-retry.js'
import type { DialogProps } from './loaded-dialog.js'
import { untilIdle } from './until-idle.js'

const load = () => import('./loaded-dialog.js')
const LoadedDialog = lazyWithRetry(() => load().then(module => module.LoadedDialog))

/** A modal dialog. Its code loads behind the page, and stays once it has been open, so that it can close with a motion. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setOpened(true)
  useEffect(() => {
    // Without a connection the dialog itself tries again.
    untilIdle()
      .then(load)
      .catch(() => undefined)
  }, [])
  return (
    wasOpened && (
      <Suspense>
        <LoadedDialog {...props} />
      </Suspense>
    )
  )
}
