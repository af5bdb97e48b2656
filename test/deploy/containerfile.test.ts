import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { isCopy, readCopiedPaths, readStages } from '../../tools/deploy/containerfile.js'

const text = readFileSync('deploy/Containerfile', 'utf8')

/** What is wrong with a container file, by the rules of hadolint that matter here. */
function lint(source: string): string[] {
  const file = DockerfileParser.parse(source)
  const stages = readStages(source)
  const names = new Set(stages.map(({ name }) => name))
  const problems: string[] = validate(source).map(({ message }) => `${message}`)
  for (const { image } of stages) {
    if (!names.has(image) && !/:[^:/]*\d[^:/]*$/.test(image)) problems.push(`${image} has no version`)
  }
  for (const instruction of file.getInstructions()) problems.push(...lintInstruction(instruction))
  const final = stages.at(-1)?.instructions ?? []
  const lastOf = (keyword: string) => final.findLast(instruction => instruction.getKeyword() === keyword)
  const user = lastOf('USER')?.getArgumentsContent() ?? 'root'
  if (/^(root|0)(:|$)/.test(user)) problems.push('the last USER is root')
  for (const keyword of ['HEALTHCHECK', 'STOPSIGNAL', 'CMD']) if (!lastOf(keyword)) problems.push(`no ${keyword}`)
  return problems
}

function lintInstruction(instruction: Instruction): string[] {
  const keyword = instruction.getKeyword()
  const content = instruction.getRawArgumentsContent() ?? ''
  const problems: string[] = []
  if (keyword === 'ADD') problems.push('ADD: use COPY')
  if (['CMD', 'ENTRYPOINT'].includes(keyword) && !content.startsWith('[')) problems.push(`${keyword} in shell form`)
  if (keyword === 'HEALTHCHECK' && !/CMD \[/.test(content)) problems.push('HEALTHCHECK in shell form')
  const flags = isCopy(instruction) ? instruction.getFlags().map(flag => flag.getName()) : []
  if (flags.includes('from') && !flags.includes('chown')) problems.push('COPY without --chown')
  if (keyword === 'RUN' && content.includes('apt-get install') && !content.includes('/var/lib/apt/lists'))
    problems.push('apt-get without cleanup')
  if (['ARG', 'ENV'].includes(keyword) && /\w*(SECRET|TOKEN|PASSWORD|_KEY)\w*=/.test(content))
    problems.push(`${keyword} with a secret`)
  return problems
}

test('the container file keeps the rules', () => {
  expect(lint(text)).toEqual([])
})

describe('the rules can fail', () => {
  const ending = 'USER 1000:1000\nSTOPSIGNAL SIGTERM\nHEALTHCHECK CMD ["true"]\nCMD ["node"]\n'
  test.each([
    ['an image without a version', `FROM node:latest\n${ending}`, 'node:latest has no version'],
    ['an image without a tag', `FROM node\n${ending}`, 'node has no version'],
    ['root', `FROM node:20.1\n${ending.replace('1000:1000', 'root')}`, 'the last USER is root'],
    ['no user', `FROM node:20.1\n${ending.replace('USER 1000:1000\n', '')}`, 'the last USER is root'],
    ['a file from the net', `FROM node:20.1\nADD https://example.com/x /x\n${ending}`, 'ADD: use COPY'],
    ['shell form', `FROM node:20.1\n${ending.replace('CMD ["node"]', 'CMD node')}`, 'CMD in shell form'],
    ['no health check', `FROM node:20.1\n${ending.replace(/HEALTHCHECK.*\n/, '')}`, 'no HEALTHCHECK'],
    ['a secret', `FROM node:20.1\nENV API_TOKEN=x\n${ending}`, 'ENV with a secret'],
    ['apt', `FROM node:20.1\nRUN apt-get install -y curl\n${ending}`, 'apt-get without cleanup'],
    [
      'copied files of another owner',
      `FROM node:20.1 AS a\nFROM a\nCOPY --from=a /x /x\n${ending}`,
      'COPY without --chown'
    ]
  ])('%s', (_name, source, problem) => {
    expect(lint(source)).toContain(problem)
  })
})

test('what it copies exists, and the ignore file lets it through', () => {
  const paths = readCopiedPaths(text)
  expect(paths).toContain('server')
  expect(paths.filter(path => !existsSync(path))).toEqual([])
  const allowed = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter(line => line.startsWith('!'))
  expect(paths.filter(path => !allowed.includes(`!${path}`))).toEqual([])
  expect(allowed.filter(line => !paths.includes(line.slice(1)))).toEqual([])
})

test('it copies every source of the build', () => {
  const [, list = ''] = /const SOURCES = \[([\s\S]*?)\]/.exec(readFileSync('tools/build/build.mjs', 'utf8')) ?? []
  const sources = [...list.matchAll(/'([^']+)'/g)].map(([, source = '']) => source)
  const copied = readCopiedPaths(text)
  expect(sources).toContain('contract')
  expect(sources.filter(source => !copied.some(path => `${source}/`.startsWith(`${path}/`)))).toEqual([])
})

test('version, Node and port are those of the project', () => {
  const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, major, minor] = /node:(\d+)\.(\d+)\.\d+-/.exec(text) ?? []
  const [, minMajor, minMinor] = />=(\d+)\.(\d+)/.exec(engines.node) ?? []
  expect(major).toBe(minMajor)
  expect(Number(minor)).toBeGreaterThanOrEqual(Number(minMinor))
  expect(text).toContain(`-t drama:${version} .`)
  expect(text).toMatch(/PORT=8787\n[\s\S]*EXPOSE 8787/)
})

const IMPORTED = /^import (?:[^'"\n]* from )?'([^.'][^']*)'|\bimport\('([^'$]+)'\)/gm

test('the built server imports only packages of a production install', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const packages = Object.keys({ ...dependencies, ...optionalDependencies })
  const importsOf = (file: string) =>
    [...readFileSync(`dist/server/${file}`, 'utf8').matchAll(IMPORTED)]
      .map(([, early, late]) => early ?? late ?? '')
      .filter(name => !/^(node:|\.)/.test(name))
  const imported = readdirSync('dist/server').flatMap(file => (file.endsWith('.js') ? importsOf(file) : []))
  expect(imported).toEqual(expect.arrayContaining(['pg', 'nodemailer', 'stripe', 'web-push', 'ioredis', 'sharp']))
  expect(imported.filter(name => !packages.includes(name))).toEqual([])
  expect(importsOf('index.js'), 'loaded by the process that decodes').not.toContain('sharp')
})
