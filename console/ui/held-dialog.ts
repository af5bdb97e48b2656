import { createContext, useContext, useEffect } from 'react'

export const HoldDialog = createContext<(isHeld: boolean) => void>(() => undefined)

/** While it is shown, only a button closes the dialog around it: neither Escape nor a click outside. */
export function useHeldDialog(): void {
  const hold = useContext(HoldDialog)
  useEffect(() => {
    hold(true)
    return () => hold(false)
  }, [hold])
}
