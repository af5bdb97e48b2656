import { sha256Hex } from '../../lib/sha256.js'

export interface MerkleLeaf {
  userId: string
  seq: number
  hash: string
}

/** Sibling hashes from the leaf up to the root, each after `L` or `R` for its side. */
export type MerklePath = readonly string[]

export interface MerkleTree {
  root: string
  paths: readonly MerklePath[]
}

const hashLeaf = ({ userId, seq, hash }: MerkleLeaf) => sha256Hex(JSON.stringify(['leaf', userId, seq, hash]))
const hashNode = (left: string, right: string) => sha256Hex(JSON.stringify(['node', left, right]))

export const sortLeaves = (leaves: readonly MerkleLeaf[]): MerkleLeaf[] =>
  [...leaves].sort((one, other) => (one.userId < other.userId ? -1 : 1))

/** Pairs nodes level by level; a node without a pair moves up unchanged. `leaves` must be sorted and not empty. */
export function buildMerkleTree(leaves: readonly MerkleLeaf[]): MerkleTree {
  const paths: string[][] = leaves.map(() => [])
  let level = leaves.map((leaf, index) => ({ hash: hashLeaf(leaf), members: [index] }))
  const addStep = (members: readonly number[], step: string) => {
    for (const member of members) paths[member]?.push(step)
  }
  while (level.length > 1) {
    const nextLevel: typeof level = []
    for (let start = 0; start < level.length; start += 2) {
      const [left, right] = level.slice(start, start + 2)
      if (left && right) {
        addStep(left.members, `R${right.hash}`)
        addStep(right.members, `L${left.hash}`)
        nextLevel.push({ hash: hashNode(left.hash, right.hash), members: [...left.members, ...right.members] })
      } else if (left) nextLevel.push(left)
    }
    level = nextLevel
  }
  return { root: level[0]?.hash ?? '', paths }
}
