import { z } from 'zod'
import { createIdentifier } from '../../../lib/identifier.js'
import type { OperatorAction, OperatorContext } from '../operator-action.js'

const logRequest = z.object({ page_size: z.coerce.number().int().min(1).max(200).default(50) })

export const readAuditLogAction: OperatorAction<typeof logRequest> = {
  method: 'GET',
  path: '/operator/log',
  request: logRequest,
  subject: null,
  run: async ({ db }, { page_size }) => {
    const entries = db.selectFrom('operator_log').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
    return { list: await entries.limit(page_size).execute() }
  }
}

export async function writeAuditLog(
  operatorContext: OperatorContext,
  operatorAction: Pick<OperatorAction, 'path' | 'secretFields'>,
  subject: string,
  request: unknown
): Promise<void> {
  const id = createIdentifier('l', operatorContext)
  const action = operatorAction.path.replace('/operator/', '')
  const { secretFields = [] } = operatorAction
  const detail = JSON.stringify(request, (name, value) => (secretFields.includes(name) && value ? '…' : value))
  await operatorContext.db
    .insertInto('operator_log')
    .values({ id, operator: operatorContext.operator, action, subject, detail, created_at: operatorContext.now })
    .execute()
  operatorContext.log.info({ operator: operatorContext.operator, action, subject }, 'operator')
}
