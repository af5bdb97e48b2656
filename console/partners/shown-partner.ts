import type { ActionResponse } from '../api/action-types.js'

export type ShownPartner = ActionResponse<'/operator/partner_show'>['partner']

/** Of a part of the page of a partner. */
export interface PartnerPartProps {
  partner: ShownPartner
  mayChange: boolean
}
