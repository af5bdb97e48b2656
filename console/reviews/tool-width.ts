/** Of a button below a submission: on a phone two are beside each other, so that their words fit. */
export const TOOL_WIDTH = { base: '1 1 40%', sm: 'none' }
