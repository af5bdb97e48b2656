import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute or more, the longest first: begun last, one would keep the others' processors idle. */
const LONG = [
  'every-state',
  'network-faults',
  'reported-faults',
  'instant-start',
  'gestures',
  'crash',
  'playback-settings',
  'discover-preview'
]

/** Begins with the files that take longest; the others come in the order of the runner's own. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.indexOf(path.basename(moduleId, '.test.ts'))
      return found < 0 ? LONG.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
