import { readFileSync } from 'node:fs'

/** Returns the only code block of the page that contains `text`. */
export function readDocsExample(file: string, text: string): string {
  const examples = [...readFileSync(file, 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const [example, ...more] = examples.filter(code => code.includes(text))
  if (example === undefined || more.length > 0) throw new Error(`${file} has not one example with ${text}`)
  return example
}
