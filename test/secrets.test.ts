import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const FOLDERS = ['contract', 'demo', 'deploy', 'docs', 'locales', 'server', 'src', 'tools', 'widget']
const TEXT = /\.(tsx?|mjs|json|md|css|html|ya?ml|tpl|example)$|file$/

/** Shapes of keys that providers hand out. */
const KEY_SHAPES = [
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  /\bwhsec_[A-Za-z0-9+/]{16,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\b\d{8,10}:[A-Za-z0-9_-]{35}\b/,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\bpostgres(?:ql)?:\/\/[^\s:@/]+:[^\s:@/…]{6,}@(?!localhost|127\.)/
]
/** A secret's name, then a literal of 12 characters and more with letters and digits. */
const NAMED_LITERAL =
  /(?:secret|passw(?:or)?d|private_?key|api_?key|encryption_?key|\biv)\w*['"]?\]?\s*(?::\s*string\s*)?[:=]\s*(['"`])(?=[^'"`]*\d)(?=[^'"`]*[A-Za-z])([A-Za-z0-9+/=_-]{12,})\1/i

const findSecret = (line: string) => KEY_SHAPES.some(shape => shape.test(line)) || NAMED_LITERAL.test(line)

test('D-203 no line of source or docs has the value of a secret', () => {
  const files = FOLDERS.flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && TEXT.test(entry.name))
      .map(entry => `${entry.parentPath}/${entry.name}`)
  ).concat('README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'package.json', 'rollup.config.mjs')
  expect(files.length).toBeGreaterThan(800)
  const found = files.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (findSecret(line) ? `${file}:${index + 1}` : []))
  )
  expect(found).toEqual([])
})

describe('the check can fail', () => {
  test.each([
    `const ENVELOPE_SECRET = 'q8Zr2mX0vT7c'`,
    `  secretKey: 'a1b2c3d4e5f6a7b8',`,
    `"encryption_key": "0123456789abcdef"`,
    `const iv = 'c0ffee00c0ffee00'`,
    `STRIPE_SECRET_KEY=sk_${'live'}_51Hx0a9bQ2wE8rT7yU6i`,
    `Set \`STRIPE_WEBHOOK_SECRET\` to whsec_${'5f0c2a9b7d3e1f48'}`,
    `-----BEGIN ${'PRIVATE'} KEY-----`,
    `DATABASE_URL=postgres://drama:hunter2hunter2@db.example/drama`
  ])('%s', line => {
    expect(findSecret(line)).toBe(true)
  })

  test.each([
    `const envelopeSecret = process.env.ENVELOPE_SECRET`,
    `  secret: z.string().min(16),`,
    `NODE_ENV=production DATABASE_URL=postgres://… npm start`,
    `const TOKEN_KEY = 'firstui_m_token'`
  ])('and says nothing of %s', line => {
    expect(findSecret(line)).toBe(false)
  })
})
