import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const CHECKLIST_FILE = 'docs/checklist.md'

/** Its fixtures look like titles. */
const OWN_TEST = 'checklist.test.ts'

export interface Proof {
  file: string
  title: string
  numbers: readonly string[]
}

export interface Statement {
  no: string
  text: string
  isOpen: boolean
  proofs: readonly Proof[]
}

export function readChecklist(
  list: string = readFileSync(CHECKLIST_FILE, 'utf8'),
  proofs: readonly Proof[] = findProofs()
): { statements: Statement[]; problems: string[] } {
  const statements = [...list.matchAll(/^- (D-\d{3})( \(open\))? (.+)$/gm)].map(([, no = '', open, text = '']) => ({
    no,
    text,
    isOpen: open !== undefined,
    proofs: proofs.filter(proof => proof.numbers.includes(no))
  }))
  const known = new Set(statements.map(({ no }) => no))
  const problems = [
    ...statements.filter(({ no }, index) => statements[index - 1]?.no === no).map(({ no }) => `${no} is listed twice`),
    ...statements
      .filter(({ isOpen, proofs }) => !isOpen && proofs.length === 0)
      .map(({ no, text }) => `${no} has no test: ${text}`),
    ...statements
      .filter(({ isOpen, proofs }) => isOpen && proofs.length > 0)
      .map(({ no, proofs }) => `${no} is listed as open, and ${proofs[0]?.file} proves it`),
    ...proofs.flatMap(({ file, numbers }) =>
      numbers.filter(no => !known.has(no)).map(no => `${file} names ${no}, which is no statement`)
    )
  ]
  return { statements, problems }
}

/** Finds titles, also in tables of `each`, that begin with statement numbers: `'D-001 D-002 what holds'`. */
function findProofs(folder = 'test'): Proof[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.test\.tsx?$/.test(entry.name) && entry.name !== OWN_TEST)
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort()
    .flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/(['"`])((?:D-\d{3} ?)+)((?:(?!\1)[^\n])*)\1/g)].map(
        ([, , numbers = '', title = '']) => ({
          file,
          title,
          numbers: numbers.trim().split(' ')
        })
      )
    )
}
