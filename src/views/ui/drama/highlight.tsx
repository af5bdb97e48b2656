import { highlight } from '../../../core/format/highlight.js'

export function HighlightedText({ text, keyword }: { text: string; keyword: string }) {
  return (
    <span>
      {highlight(text, keyword).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other id than its index
        piece.isMatch ? <mark key={index}>{piece.text}</mark> : piece.text
      )}
    </span>
  )
}
