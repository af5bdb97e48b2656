export const VERSION = '2.4.0'

export const VERSION_CODE = 240
