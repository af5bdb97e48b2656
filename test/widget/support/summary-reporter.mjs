import path from 'node:path'

/** Prints on which build each failure was, what came only at a second try, and the run's result as one plain line for whoever reads the end of a log. */
export function closingLine() {
  return {
    onTestRunFinished({ sessions }) {
      for (const { group, testFile, testResults, passed, logs } of sessions) {
        for (const [said] of logs) if (/^needed a second try/.test(said)) console.log(`${said} (${group.name})`)
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
