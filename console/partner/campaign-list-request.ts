/** For all campaigns of a partner, as many as one answer can have. */
export const CAMPAIGN_LIST_REQUEST = { page_size: 200 }
