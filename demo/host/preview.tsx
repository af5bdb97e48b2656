import { DramaApp } from 'drama-app/react'
import type { CSSProperties, Ref } from 'react'
import { attributesOf, type Settings, variablesOf } from './settings.js'
import { useFit } from './use-fit.js'

export type FrameKind = 'phone' | 'desktop'

/** Outer size of each frame, in CSS pixels. */
const frames = {
  phone: { width: 395, height: 832 },
  desktop: { width: 1064, height: 724 }
}

interface PreviewProps {
  settings: Settings
  /** Changes when the element must be started anew. */
  run: string
  frame: FrameKind
  listen: Ref<HTMLDivElement>
}

export function Preview({ settings, run, frame, listen }: PreviewProps) {
  const { width, height } = frames[frame]
  const { measure, scale } = useFit(width, height)
  const attributes = attributesOf(settings, { usable: false })
  const shown = scale ?? 0
  return (
    <div className="stage" ref={measure}>
      <div className="fitted" style={{ width: width * shown, height: height * shown }} data-hidden={!scale}>
        <div className={`frame ${frame}`} style={{ width, height, scale: String(shown) }}>
          {frame === 'desktop' && <BrowserBar />}
          <div className="screen" ref={listen}>
            <DramaApp key={run} {...attributes} style={variablesOf(settings) as CSSProperties} />
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
