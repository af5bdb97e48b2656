import { sql } from 'kysely'
import { z } from 'zod'
import { SUCCESS_CODE } from '../../../../contract/protocol/envelope.js'
import { listOf } from '../../../../contract/protocol/list.js'
import { isUnstorableText } from '../../../db/database-error.js'
import { BusinessError } from '../../../http/business-error.js'
import { withDeadline } from '../../../http/deadline.js'
import { cutToPage, formatCursor, isBeforeKey, parseCursor } from '../../../lib/cursor.js'
import { createIdentifier } from '../../../lib/identifier.js'
import { toLoggedError } from '../../../lib/log.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

const logRequest = z.object({
  /** An e-mail address or a part of a member’s name. */
  operator: z.string().max(64).optional(),
  subject: z.string().max(64).optional(),
  /** As entries have it, such as `drama_save` or `partner/key_create`. */
  action: z.string().max(64).optional(),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(200).default(50)
})

const logResponse = listOf(
  z.object({
    id: z.string(),
    operator: z.string(),
    action: z.string(),
    subject: z.string(),
    /** E-mail address of a member or name of a partner, if the subject is one. */
    subject_name: z.string().nullable(),
    detail: z.string(),
    created_at: z.date(),
    code: z.number().int().nullable(),
    reason: z.string().nullable(),
    result: z.enum(['done', 'refused', 'failed']).nullable(),
    address: z.string().nullable(),
    state_before: z.string().nullable(),
    state_after: z.string().nullable()
  })
)

const PARAMETER_CODE = 4001
const FAILURE_CODE = 5000

export const readAuditLogAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/log',
  roles: ['analyst'],
  description: 'Lists what operators did, newest first.',
  request: logRequest,
  response: logResponse,
  subject: null,
  run: async ({ db }, { operator, subject, action, cursor, page_size: size }) => {
    const cursorName = JSON.stringify(['log', operator, subject, action])
    const after = parseCursor(cursorName, ['instant', 'text'], cursor)
    const operators = operator === undefined ? [] : [operator, ...(await findOperators(db, operator))]
    const entries = await db
      .selectFrom('operator_log')
      .leftJoin('operator_results', 'operator_results.entry_id', 'operator_log.id')
      .selectAll('operator_log')
      .select(['operator_results.code', 'operator_results.reason', 'operator_results.state_after'])
      .$if(operator !== undefined, query => query.where('operator', 'in', operators))
      .$if(subject !== undefined, query => query.where('subject', '=', subject ?? ''))
      .$if(action !== undefined, query => query.where('action', '=', action ?? ''))
      .$if(after !== null, query =>
        query.where(isBeforeKey(['operator_log.created_at', 'operator_log.id'], after ?? []))
      )
      .orderBy('operator_log.created_at', 'desc')
      .orderBy('operator_log.id', 'desc')
      .limit(size + 1)
      .execute()
    const page = cutToPage(entries, size, last => formatCursor(cursorName, [last.created_at, last.id]))
    const names = await readSubjectNames(
      db,
      page.list.map(entry => entry.subject)
    )
    return {
      ...page,
      list: page.list.map(entry => ({
        ...entry,
        subject_name: names.get(entry.subject) ?? null,
        result: toResult(entry.code)
      }))
    }
  }
})

const MAX_OPERATORS = 50

/** E-mail addresses of the members with this text in their name. */
async function findOperators(db: OperatorContext['db'], typed: string): Promise<string[]> {
  const members = await db
    .selectFrom('members')
    .select('email')
    .where(sql<boolean>`position(lower(${typed}) in lower(name)) > 0`)
    .orderBy('email')
    .limit(MAX_OPERATORS)
    .execute()
  return members.map(({ email }) => email)
}

async function readSubjectNames(db: OperatorContext['db'], subjects: readonly string[]): Promise<Map<string, string>> {
  const pick = (prefix: string) => [...new Set(subjects.filter(subject => subject.startsWith(prefix)))]
  const memberIds = pick('m_')
  const partnerIds = pick('pa_')
  const members =
    memberIds.length === 0
      ? []
      : await db.selectFrom('members').select(['id', 'email as name']).where('id', 'in', memberIds).execute()
  const partners =
    partnerIds.length === 0
      ? []
      : await db.selectFrom('partners').select(['id', 'name']).where('id', 'in', partnerIds).execute()
  return new Map([...members, ...partners].map(({ id, name }) => [id, name]))
}

/** Null for entries of earlier versions, while the action runs, and if the server stopped before its end. */
function toResult(code: number | null): 'done' | 'refused' | 'failed' | null {
  if (code === null) return null
  if (code === SUCCESS_CODE) return 'done'
  return code === FAILURE_CODE ? 'failed' : 'refused'
}

/** Who acts from where; `operator` is an e-mail address, or `key:` with the id of a partner’s key. */
export type AuditContext = Pick<
  OperatorContext,
  'db' | 'operator' | 'address' | 'now' | 'liveness' | 'log' | 'clock' | 'random'
>

interface LoggedAction {
  action: { path: string; secretFields?: readonly string[] }
  subject: string
  request: unknown
  readState?(): Promise<unknown>
}

/** Writes the entry before the action runs, and its result afterwards. */
export async function runWithAuditLog<Result>(
  operatorContext: AuditContext,
  logged: LoggedAction,
  run: () => Promise<Result>
): Promise<Result> {
  const entryId = await writeEntry(operatorContext, logged)
  try {
    const result = await run()
    const stateAfter = await readStateText(operatorContext, logged)
    await writeResult(operatorContext, entryId, { code: SUCCESS_CODE, reason: null, stateAfter })
    return result
  } catch (error) {
    await writeResult(operatorContext, entryId, describeError(error))
    throw error
  }
}

async function writeEntry(operatorContext: AuditContext, logged: LoggedAction): Promise<string> {
  const { subject, request } = logged
  const { path, secretFields = [] } = logged.action
  const id = createIdentifier('l', operatorContext)
  const action = path.replace(/^\/(?:operator\/|console\/)?/, '')
  const detail = JSON.stringify(request, (name, value) => (secretFields.includes(name) && value ? '…' : value))
  const { db, operator, address, now, liveness } = operatorContext
  const stateBefore = await readStateText(operatorContext, logged)
  const values = {
    id,
    operator,
    action,
    subject,
    detail,
    created_at: now,
    address,
    state_before: stateBefore
  }
  await withDeadline(db.insertInto('operator_log').values(values).execute(), liveness)
  operatorContext.log.info({ operator, action, subject }, 'operator')
  return id
}

/** Null without a state, and if it cannot be read: the action goes on. */
async function readStateText({ log }: AuditContext, { readState }: LoggedAction): Promise<string | null> {
  const state = await readState?.().catch(error => {
    log.warn({ error: toLoggedError(error) }, 'operator: state not read')
  })
  return state === undefined ? null : JSON.stringify(state)
}

interface ActionResult {
  code: number
  reason: string | null
  stateAfter?: string | null
}

function describeError(error: unknown): ActionResult {
  if (isUnstorableText(error)) return { code: PARAMETER_CODE, reason: null }
  if (!(error instanceof BusinessError)) return { code: FAILURE_CODE, reason: null }
  const { reason }: { reason?: unknown } = error.data ?? {}
  return { code: error.code, reason: typeof reason === 'string' ? reason : null }
}

/** Does not throw, because the response must say what became of the action itself. */
async function writeResult(
  { db, clock, log }: AuditContext,
  entryId: string,
  { code, reason, stateAfter = null }: ActionResult
): Promise<void> {
  const values = { entry_id: entryId, code, reason, created_at: new Date(clock.now()), state_after: stateAfter }
  await db
    .insertInto('operator_results')
    .values(values)
    .execute()
    .catch(error => log.error({ entry: entryId, code, error: toLoggedError(error) }, 'operator: result not written'))
}
