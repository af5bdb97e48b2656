import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generateReference } from './index.js'

for (const [file, content] of Object.entries(await generateReference())) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
