import { createContext, useContext, useEffect } from 'react'

export const KeepOpenContext = createContext<(isKept: boolean) => void>(() => undefined)

/** While it is shown, only its own button closes the dialog around it: neither Escape, a click outside nor the cross. */
export function useKeepDialogOpen(): void {
  const keep = useContext(KeepOpenContext)
  useEffect(() => {
    keep(true)
    return () => keep(false)
  }, [keep])
}
