export const formatCode = (text: string) => `\`${text}\``

export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map(row => row.map(escapeCell))]
  return lines.map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export const joinSentences = (...sentences: (string | undefined)[]) =>
  sentences.filter(sentence => sentence !== undefined && sentence !== '').join(' ')
