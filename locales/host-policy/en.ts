/** Shown if the Content-Security-Policy of the host page blocks the app. */
export const hostPolicyEn = {
  connect: 'This site blocks the connection to the service.',
  media: 'This site blocks videos.'
}

export type HostPolicyMessages = Record<keyof typeof hostPolicyEn, string>
