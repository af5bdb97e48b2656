import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

export interface Tab {
  name: string
  /** How many things wait there. */
  count?: number | undefined
  content: ReactNode
}

/** Panels of which one shows; the others keep what they hold. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [chosen, setChosen] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const id = useId()

  function step(event: KeyboardEvent) {
    const ways: Record<string, number> = {
      ArrowLeft: chosen - 1,
      ArrowRight: chosen + 1,
      Home: 0,
      End: tabs.length - 1
    }
    const next = ways[event.key]
    if (next === undefined) return
    event.preventDefault()
    const index = (next + tabs.length) % tabs.length
    setChosen(index)
    buttons.current[index]?.focus()
  }

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map(({ name, count }, index) => (
          <button
            key={name}
            ref={button => {
              buttons.current[index] = button
            }}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-${index}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
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
          hidden={index !== chosen}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
