// Assembles and packs the npm package from the build in dist.
import { assemblePackage } from './assemble.mjs'

const { name, version, file } = await assemblePackage()
console.log(`✓ package    ${name} ${version} in dist/npm, packed in ${file}`)
