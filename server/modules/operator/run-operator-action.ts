import type { z } from 'zod'
import { runWithAuditLog } from './actions/audit-log.js'
import type { OperatorAction, OperatorContext } from './operator-action.js'

/** Runs the action, and writes the audit log unless it only reads. */
export function runOperatorAction<Request extends z.ZodType, Response extends z.ZodType>(
  context: OperatorContext,
  action: OperatorAction<Request, Response>,
  request: z.output<Request>
): Promise<z.output<Response>> {
  const run = () => action.run(context, request)
  if (action.subject === null) return run()
  const { readState } = action
  const logged = { action, subject: action.subject(request, context), request }
  return runWithAuditLog(
    context,
    readState === undefined ? logged : { ...logged, readState: () => readState(context, request) },
    run
  )
}
