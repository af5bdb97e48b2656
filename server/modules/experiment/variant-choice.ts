import { createHash } from 'node:crypto'

export interface VariantShare {
  no: number
  /** In percent; all together 100. */
  share: number
}

const HASH_BYTES = 6

/** The same for a viewer and an experiment in every process, and independent of the viewer's other experiments. */
export function chooseVariant(experimentId: string, variants: readonly VariantShare[], userId: string): number {
  const hash = createHash('sha256').update(`variant 1\n${experimentId}\n${userId}`).digest()
  const percent = (hash.readUIntBE(0, HASH_BYTES) / 2 ** (8 * HASH_BYTES)) * 100
  let end = 0
  for (const { no, share } of variants) {
    end += share
    if (percent < end) return no
  }
  return 1
}
