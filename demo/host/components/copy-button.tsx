import { type RefObject, useEffect, useState } from 'react'

type CopyResult = 'copied' | 'selected'

const labels: Record<CopyResult, string> = { copied: 'Copied', selected: 'Selected: press Ctrl+C' }

interface CopyButtonProps {
  text: string
  source: RefObject<HTMLElement | null>
  label: string
  isSmall?: boolean
}

/** Selects the text in `source` if the browser forbids copying. */
export function CopyButton({ text, source, label, isSmall = false }: CopyButtonProps) {
  const [result, setResult] = useState<CopyResult>()

  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(undefined), 2400)
    return () => clearTimeout(timer)
  }, [result])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      if (source.current) getSelection()?.selectAllChildren(source.current)
      setResult('selected')
    }
  }

  return (
    <>
      <button type="button" className={isSmall ? 'quiet' : 'primary'} data-outcome={result} onClick={() => void copy()}>
        {result ? labels[result] : label}
      </button>
      <span className="visually-hidden" role="status">
        {result && labels[result]}
      </span>
    </>
  )
}
