import { type RefObject, useEffect, useRef } from 'react'

interface Props {
  part: RefObject<HTMLElement | null>
  isPresent: boolean
  isOnTop: boolean
}

/** Keeps what is on screen in place when the part above it appears or disappears. */
export function ScrollAnchor({ part, isPresent, isOnTop }: Props) {
  const wasPresent = useRef(isPresent)
  const height = useRef(0)
  useEffect(() => {
    const element = part.current
    const page = element?.closest('.page')
    if (!isOnTop || !element || !page) return
    const grown = element.offsetHeight - height.current
    height.current = element.offsetHeight
    if (wasPresent.current === isPresent) return
    wasPresent.current = isPresent
    if (page.scrollTop > element.offsetTop) page.scrollBy({ top: grown, behavior: 'instant' })
  }, [part, isPresent, isOnTop])
  return null
}
