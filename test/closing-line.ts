import type { Reporter, TestModule } from 'vitest/node'

/** Prints the run's result as one plain line, for whoever reads the end of a long log. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const states = modules.flatMap(module => [...module.children.allTests()].map(test => test.result().state))
    const broken = modules.filter(module => module.state() === 'failed' && module.errors().length > 0).length
    const failed = states.filter(state => state === 'failed').length + broken
    console.log(`${states.filter(state => state === 'passed').length} passed, ${failed} failed`)
  }
}
