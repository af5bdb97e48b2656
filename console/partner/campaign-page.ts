/** A partner's campaigns, as many as one request can have. */
export const CAMPAIGN_PAGE = { page_size: 200 }
