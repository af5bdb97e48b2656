export function envelopeSecret(): Promise<string>
