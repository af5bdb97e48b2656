import { DramaApp } from 'drama-app/react'
import { type CSSProperties, type Ref, useCallback, useState } from 'react'
import { previewAttributes, themeOf, type WorkbenchSettings } from '../settings/settings.js'

/** Outer sizes in CSS pixels; the screens inside have 375×812, 820×1180 and 1280×800. */
const frames = {
  phone: { width: 395, height: 832 },
  tablet: { width: 852, height: 1212 },
  desktop: { width: 1282, height: 844 }
}

export type FrameKind = keyof typeof frames

interface PreviewProps {
  settings: WorkbenchSettings
  run: string
  frame: FrameKind
  listen: Ref<HTMLDivElement>
}

export function Preview({ settings, run, frame, listen }: PreviewProps) {
  const { width, height } = frames[frame]
  const { measure, scale } = useScaleToFit(width, height)
  const shownScale = scale ?? 0
  return (
    <div className="stage" ref={measure}>
      <div className="fitted" style={{ width: width * shownScale, height: height * shownScale }} data-hidden={!scale}>
        <div className={`frame ${frame}`} style={{ width, height, scale: String(shownScale) }}>
          {frame === 'desktop' && <BrowserBar />}
          <div className="screen" ref={listen}>
            <DramaApp
              key={run}
              test
              api-base={window.location.origin}
              {...previewAttributes(settings)}
              style={themeOf(settings) as CSSProperties}
            />
          </div>
        </div>
      </div>
    </div>
  )
}

function BrowserBar() {
  return (
    <div className="browser-bar" aria-hidden="true">
      <i />
      <i />
      <i />
      <span>your-page.com</span>
    </div>
  )
}

function useScaleToFit(width: number, height: number) {
  const [available, setAvailable] = useState<{ width: number; height: number }>()
  const measure = useCallback((node: HTMLElement | null) => {
    if (!node) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setAvailable({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return { measure, scale: available ? Math.min(1, available.width / width, available.height / height) : undefined }
}
