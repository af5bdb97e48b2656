import type { Reporter, TestModule } from 'vitest/node'

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const states = tests.map(test => test.result().state)
    const broken = modules.filter(module => module.state() === 'failed' && module.errors().length > 0).length
    const failed = states.filter(state => state === 'failed').length + broken
    console.log(`${states.filter(state => state === 'passed').length} passed, ${failed} failed`)
  }
}
