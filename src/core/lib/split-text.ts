/** Into visible characters; Firefox before 125 splits an emoji that has several parts. */
export function splitText(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
}
