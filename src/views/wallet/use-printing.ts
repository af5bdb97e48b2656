import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { adoptReplaceableSheet } from '../../dom/adopted-styles.js'
import { useScope } from '../app/scope.js'

/** True while the browser prints. Adopts `css` while `isOn`, so that other pages print unchanged. */
export function usePrinting(css: string, isOn: boolean): boolean {
  const { root } = useScope()
  // A store renders synchronously: the browser lays out the paper as soon as its listeners have returned.
  const [$isPrinting] = useState(() => atom(false))
  useEffect(() => {
    if (!isOn) return
    const query = matchMedia('print')
    const lifetime = new AbortController()
    adoptReplaceableSheet(root, lifetime.signal)(css)
    const update = () => $isPrinting.set(query.matches)
    query.addEventListener('change', update, { signal: lifetime.signal })
    return () => lifetime.abort()
  }, [root, css, isOn, $isPrinting])
  return useStore($isPrinting)
}
