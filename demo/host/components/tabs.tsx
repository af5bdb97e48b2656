import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

export interface Tab {
  name: string
  count?: number | undefined
  content: ReactNode
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [selectedIndex, setSelectedIndex] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const id = useId()

  function onKeyDown(event: KeyboardEvent) {
    const indexByKey: Record<string, number> = {
      ArrowLeft: selectedIndex - 1,
      ArrowRight: selectedIndex + 1,
      Home: 0,
      End: tabs.length - 1
    }
    const next = indexByKey[event.key]
    if (next === undefined) return
    event.preventDefault()
    const index = (next + tabs.length) % tabs.length
    setSelectedIndex(index)
    buttons.current[index]?.focus()
  }

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, count }, index) => (
          <button
            key={name}
            ref={button => {
              buttons.current[index] = button
            }}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === selectedIndex}
            aria-controls={`${id}-${index}-panel`}
            tabIndex={index === selectedIndex ? 0 : -1}
            onClick={() => setSelectedIndex(index)}
          >
            {name}
            {count !== undefined && count > 0 && <span className="badge">{count}</span>}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, index) => (
        <div
          key={name}
          className="tab-panel"
          role="tabpanel"
          id={`${id}-${index}-panel`}
          aria-labelledby={`${id}-${index}`}
          hidden={index !== selectedIndex}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
