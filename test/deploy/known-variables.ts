import { variableGroups } from '../../server/config/variables.js'

/** Variables that deploy/ sets for servers that read them. */

export const knownVariables = new Set([...Object.values(variableGroups).flatMap(group => Object.keys(group))])
