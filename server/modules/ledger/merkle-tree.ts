import { digest } from '../../lib/sha256.js'

/** How far a user's chain had come when a day was closed; `hash` is that of its transaction `seq`. */
export interface Leaf {
  userId: string
  seq: number
  hash: string
}

/** What stands beside a leaf on its way to the root, from below: `L` or `R` for its side, then its hash. */
export type MerklePath = readonly string[]

export interface MerkleTree {
  root: string
  /** In the order of the leaves. */
  paths: readonly MerklePath[]
}

const leafHash = ({ userId, seq, hash }: Leaf) => digest(JSON.stringify(['leaf', userId, seq, hash]))
const nodeHash = (left: string, right: string) => digest(JSON.stringify(['node', left, right]))

/** Leaves stand in the order of their users' ids, sign by sign. */
export const sortLeaves = (leaves: readonly Leaf[]): Leaf[] =>
  [...leaves].sort((one, other) => (one.userId < other.userId ? -1 : 1))

/** Two and two become one until one is left; who is left over goes up as it is. `leaves` in order, at least one. */
export function buildMerkleTree(leaves: readonly Leaf[]): MerkleTree {
  const paths: string[][] = leaves.map(() => [])
  let level = leaves.map((leaf, index) => ({ hash: leafHash(leaf), members: [index] }))
  const note = (members: readonly number[], step: string) => {
    for (const member of members) paths[member]?.push(step)
  }
  while (level.length > 1) {
    const above: typeof level = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = level.slice(at, at + 2)
      if (left && right) {
        note(left.members, `R${right.hash}`)
        note(right.members, `L${left.hash}`)
        above.push({ hash: nodeHash(left.hash, right.hash), members: [...left.members, ...right.members] })
      } else if (left) above.push(left)
    }
    level = above
  }
  return { root: level[0]?.hash ?? '', paths }
}
