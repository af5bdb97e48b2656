import { type RefObject, useEffect, useState } from 'react'

type Outcome = 'copied' | 'selected'

const said: Record<Outcome, string> = { copied: 'Copied', selected: 'Selected: press Ctrl+C' }

interface CopyButtonProps {
  text: string
  source: RefObject<HTMLElement | null>
  label: string
  isSmall?: boolean
}

/** Copies `text`; where the browser forbids that it selects the text in `source`. */
export function CopyButton({ text, source, label, isSmall = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 2400)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      if (source.current) getSelection()?.selectAllChildren(source.current)
      setOutcome('selected')
    }
  }

  return (
    <>
      <button
        type="button"
        className={isSmall ? 'quiet' : 'primary'}
        data-outcome={outcome}
        onClick={() => void copy()}
      >
        {outcome ? said[outcome] : label}
      </button>
      <span className="visually-hidden" role="status">
        {outcome && said[outcome]}
      </span>
    </>
  )
}
