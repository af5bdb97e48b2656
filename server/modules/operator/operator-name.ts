export const OPERATOR_NAME_PATTERN = /^[\p{L}\p{M}\p{N}_ .@-]{1,64}$/u
