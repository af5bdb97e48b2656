import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute or more, longest first. Started last, they would leave other processors idle. */
const LONG_TEST_FILES = [
  'every-state',
  'network-faults',
  'reported-faults',
  'instant-start',
  'gestures',
  'crash',
  'playback-settings',
  'discover-preview'
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG_TEST_FILES.indexOf(path.basename(moduleId, '.test.ts'))
      return found < 0 ? LONG_TEST_FILES.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
