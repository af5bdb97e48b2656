import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Member } from '../api/use-session.js'
import { useLanguage } from '../i18n/language.js'
import { type Part, parts } from '../i18n/parts.js'
import { loadTexts } from '../i18n/use-text.js'
import { untilIdle } from '../ui/until-idle.js'
import { listNavigation } from './navigation.js'

/**
 * Loads the code of the menu's pages and their texts one after the other while the browser is idle, so that a page opens with
 * the request for its data only. Not with a browser that saves data.
 */
export function usePreloadedPages(member: Member): void {
  const router = useRouter()
  const { language } = useLanguage()
  useEffect(() => {
    if (savesData()) return undefined
    let isEnded = false
    const preload = async () => {
      for (const { to } of listNavigation(member)) {
        await untilIdle()
        if (isEnded) return
        await router.loadRouteChunk(router.routesByPath[to as keyof typeof router.routesByPath])
      }
      for (const part of Object.keys(parts) as Part[]) {
        await untilIdle()
        if (isEnded) return
        await loadTexts(part, language)
      }
    }
    // A page that could not be loaded early is loaded when it is opened.
    preload().catch(() => undefined)
    return () => {
      isEnded = true
    }
  }, [router, member, language])
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
