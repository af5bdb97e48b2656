import path from 'node:path'

/** Prints the build of each failure and the result as the last line. */
export function closingLine() {
  return {
    onTestRunFinished({ sessions }) {
      for (const { group, testFile, testResults, passed } of sessions) {
        if (passed) continue
        const titles = flatten(testResults)
          .filter(test => !isGood(test))
          .map(({ name }) => `\n    ${name}`)
        console.log(`✗ ${group.name}: ${path.relative('.', testFile)}${titles.join('')}`)
      }
      const tests = sessions.flatMap(session => flatten(session.testResults))
      const broken = sessions.filter(session => !session.passed && flatten(session.testResults).every(isGood)).length
      const failed = tests.filter(test => !isGood(test)).length + broken
      console.log(`${tests.filter(test => test.passed && !test.skipped).length} passed, ${failed} failed`)
    }
  }
}

const isGood = test => test.passed || test.skipped

function flatten(suite) {
  return suite ? [...suite.tests, ...suite.suites.flatMap(flatten)] : []
}
