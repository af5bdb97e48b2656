import type { ListItem } from '../../api/action-types.js'

export type Colleague = ListItem<'/partner/member_list'>
