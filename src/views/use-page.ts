import { useEffect, useState } from 'react'

/** A page's core, made when its view is first drawn and ended with it. */
export function usePage<Core extends object>(create: () => Core): Core {
  const [core] = useState(create)
  useEffect(
    () => () => {
      if ('exit' in core && typeof core.exit === 'function') core.exit()
    },
    [core]
  )
  return core
}
