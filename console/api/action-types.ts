import type { consoleActions } from '../../server/modules/member/sign-in-actions.js'
import type { operatorActions } from '../../server/modules/operator/operator-actions.js'
import type { partnerApiActions } from '../../server/modules/partner/partner-api.js'

type Action = (typeof operatorActions | typeof partnerApiActions | typeof consoleActions)[number]
type ActionOf<Path extends string> = Extract<Action, { path: Path }>

export type QueryPath = Extract<Action, { method: 'GET' }>['path']
export type MutationPath = Extract<Action, { method: 'POST' }>['path']

/** What JSON makes of a value: an instant is an ISO 8601 text. */
type Wire<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? Wire<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Wire<Value[Key]> }
      : Value

/** As the caller writes it, before defaults. */
export type ActionRequest<Path extends QueryPath | MutationPath> = ActionOf<Path>['request']['_zod']['input']

export type ActionResponse<Path extends QueryPath | MutationPath> = Wire<ActionOf<Path>['response']['_zod']['output']>

/** An entry of the `list` of a response. */
export type ListItem<Path extends QueryPath> =
  ActionResponse<Path> extends { list: readonly (infer Item)[] } ? Item : never
