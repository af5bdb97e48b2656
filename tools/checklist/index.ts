// `npm run checklist` prints the statements of the specification with the tests that prove them. Exits with 1 if a
// statement has no test.
import { readChecklist } from './checklist.js'

const { statements, problems } = readChecklist()
for (const { no, text, isOpen, proofs } of statements) {
  console.log(`${no} ${isOpen ? '·' : '✓'} ${text}`)
  for (const { file, title } of proofs) console.log(`        ${file}: ${title}`)
}
const proven = statements.filter(({ isOpen }) => !isOpen).length
console.log(
  `\n${proven} of ${statements.length} statements are proven by tests, ${statements.length - proven} are open.`
)
for (const problem of problems) console.error(`✗ ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
