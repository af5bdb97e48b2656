import { variableGroups } from '../../server/config/variables.js'

/** Variables that deploy/ sets for servers that read them. */
const ADDED_LATER = ['METRICS_PORT', 'METRICS_TOKEN', 'REDIS_URL']

export const knownVariables = new Set([
  ...Object.values(variableGroups).flatMap(group => Object.keys(group)),
  ...ADDED_LATER
])
