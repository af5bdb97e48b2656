import { highlight } from '../../../core/format/highlight.js'

/** A text in which what was searched for stands out. */
export function Highlight({ text, keyword }: { text: string; keyword: string }) {
  return (
    <span>
      {highlight(text, keyword).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place.
        piece.isMatch ? <mark key={index}>{piece.text}</mark> : piece.text
      )}
    </span>
  )
}
