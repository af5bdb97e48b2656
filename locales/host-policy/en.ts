/** What is said where the policy of the host page refuses something: the shape of the other languages. */
export const refusalEn = {
  connect: 'This site blocks the connection to the service.',
  media: 'This site blocks videos.'
}

export type RefusalMessages = Record<keyof typeof refusalEn, string>
