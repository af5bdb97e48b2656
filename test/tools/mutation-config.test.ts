import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

test.each(['database', 'order', 'rules'])('the mutation tests of %s name files that exist', async name => {
  const { mutate, vitest } = (await import(`../mutation/${name}.config.mjs`)).default
  expect(mutate.length).toBeGreaterThan(0)
  expect([...mutate, vitest.configFile].filter(file => !existsSync(file))).toEqual([])
})
