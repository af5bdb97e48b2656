// The pages of docs/: their links, the names they use, and examples that are run as they are printed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../contract/index.js'
import { hashTransaction, NO_HASH } from '../server/modules/ledger/hash-chain.js'
import { splitUsage } from '../tools/cli/cli-command.js'
import { operatorCommands } from '../tools/operator/commands.js'
import { readDocsExample } from './support/docs-example.js'

const read = (file: string) => readFileSync(file, 'utf8')
const guides = readdirSync('docs/guide').map(name => `docs/guide/${name}`)

describe('links', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'))
  const files = ['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', ...pages.map(name => path.posix.join('docs', name))]

  const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, 'code')
  const linksOf = (file: string) =>
    [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter(link => !/^[a-z]+:/.test(link))
      .map(link => {
        const [target = '', anchor] = link.split('#')
        return { target: target ? path.posix.join(path.posix.dirname(file), target) : file, anchor }
      })
  /** The anchors that GitHub gives the headings of a page. */
  const anchorsOf = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')
    )

  test.each(files)('%s: every relative link leads to a file and a heading that exist', file => {
    const links = linksOf(file)
    expect(links.filter(({ target }) => !existsSync(target))).toEqual([])
    const toHeadings = links.filter(({ target, anchor }) => anchor !== undefined && target.endsWith('.md'))
    expect(toHeadings.filter(({ target, anchor = '' }) => !anchorsOf(target).includes(anchor))).toEqual([])
  })
})

test('ARCHITECTURE.md has at most 200 lines of at most 160 characters', () => {
  const lines = read('ARCHITECTURE.md').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(200)
  expect(lines.filter(line => line.length > 160)).toEqual([])
})

test('CHANGELOG.md has one line of at most 20 words for each change', () => {
  const changes = [...read('CHANGELOG.md').matchAll(/^- (.+)$/gm)].map(([, change = '']) => change)
  expect(changes.length).toBeGreaterThan(2)
  expect(changes.filter(change => change.split(' ').length > 20)).toEqual([])
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  expect(headings[0]).toBe('Unreleased')
  expect(headings[1]).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/)
  const groups = [...read('CHANGELOG.md').matchAll(/^### (.+)$/gm)].map(([, group = '']) => group)
  expect(groups.filter(group => !['Added', 'Changed', 'Fixed'].includes(group))).toEqual([])
})

describe('guides', () => {
  const text = guides.map(read).join('\n')

  test('name no endpoint that does not exist', () => {
    const known = new Set(endpoints.map(({ method, path: address }) => `${method} ${address}`))
    const groups = [...new Set(endpoints.map(({ path: address }) => address.split('/')[1]))].join('|')
    const named = [...text.matchAll(new RegExp(`\`(GET|POST) (/(?:${groups})/\\w+)`, 'g'))]
    expect(named.length).toBeGreaterThan(4)
    expect(named.map(([, method, address]) => `${method} ${address}`).filter(call => !known.has(call))).toEqual([])
  })

  test('name no event that does not exist', () => {
    const events = new Set(
      [...read('src/core/event/host-events.ts').matchAll(/'(drama-[a-z-]+)':/g)].map(match => match[1])
    )
    const named = [...text.matchAll(/[`'](drama-[a-z]+(?:-[a-z]+)*)[`']/g)].map(([, name]) => name)
    expect(named.filter(name => name !== 'drama-app' && !events.has(name))).toEqual([])
  })

  test('name no operator command that does not exist', () => {
    const known = new Set(operatorCommands.map(({ usage }) => splitUsage(usage).path.join(' ')))
    const named = [...text.matchAll(/(?:npm run operator --|drama operator) ((?:campaign postback|[a-z]+) [a-z]+)/g)]
    expect(named.length).toBeGreaterThan(15)
    expect(named.map(([, command = '']) => command).filter(command => !known.has(command))).toEqual([])
  })
})

describe('examples that are run', () => {
  test('the pixels of the events page get money and id of a purchase, and nothing of a test', () => {
    const sent: unknown[][] = []
    const listeners = new Map<string, (event: unknown) => void>()
    const document = {
      addEventListener: (name: string, listen: (event: unknown) => void) => listeners.set(name, listen)
    }
    const window = {
      fbq: (...call: unknown[]) => sent.push(call),
      ttq: { track: (...call: unknown[]) => sent.push(call) }
    }
    new Function('document', 'window', readDocsExample('docs/guide/events.md', 'const pixels'))(document, window)
    const detail = { event_id: 'p_o_1', value: 9.9, currency: 'BRL', is_test: false }
    listeners.get('drama-purchase')?.({ detail })
    listeners.get('drama-purchase')?.({ detail: { ...detail, is_test: true } })
    listeners.get('drama-checkout')?.({ detail: { ...detail, is_test: true } })
    const money = { value: 9.9, currency: 'BRL' }
    expect(sent).toEqual([
      ['track', 'Purchase', money, { eventID: 'p_o_1' }],
      ['CompletePayment', money, { event_id: 'p_o_1' }]
    ])
  })

  test('the check of a ledger accepts what the server has written, and notices a change', async () => {
    const code = readDocsExample('docs/guide/payments.md', 'isUnchanged')
    const { isUnchanged } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const statement = statementOf('u1', 3)
    expect(isUnchanged('u1', statement)).toBe(true)
    expect(isUnchanged('u2', statement)).toBe(false)
    expect(isUnchanged('u1', statement.slice(1))).toBe(false)
    expect(
      isUnchanged(
        'u1',
        statement.map((txn, at) => (at === 1 ? { ...txn, coins: 999 } : txn))
      )
    ).toBe(false)
  })
})

/** Transactions as `/wallet/statement` returns them, with the server's own hashes. */
function statementOf(userId: string, count: number) {
  let prevHash = NO_HASH
  return Array.from({ length: count }, (_, at) => {
    const entries = [
      { account: `user:${userId}:coins`, amount: 10 },
      { account: 'sys:sales', amount: -10 }
    ]
    const createdAt = new Date(1_700_000_000_000 + at)
    const names = { kind: 'topup', key: `k${at}`, coins: 10, bonus: 0 } as const
    const after = 10 * (at + 1)
    const hash = hashTransaction({
      ...names,
      userId,
      seq: at + 1,
      refType: 'order',
      refId: `o${at}`,
      coinsAfter: after,
      bonusAfter: 0,
      entries,
      prevHash,
      createdAt
    })
    const txn = {
      ...names,
      id: `${at + 1}`,
      prev_hash: prevHash,
      ref_type: 'order',
      ref_id: `o${at}`,
      coins_after: after,
      bonus_after: 0,
      created_at: createdAt.getTime(),
      entries,
      hash
    }
    prevHash = hash
    return txn
  })
}
