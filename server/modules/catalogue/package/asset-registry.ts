import { dirname } from 'node:path'
import { BrokenPackage, type PackageFolder, type Picture } from './package-folder.js'
import type { DramaPackage, EpisodePackage } from './package-schema.js'

export interface Asset {
  dramaId: string
  folder: string
  renditions: DramaPackage['renditions']
  episode: EpisodePackage
}

export class AssetRegistry {
  private readonly packages = new Map<string, PackageFolder>()
  private readonly assets = new Map<string, Asset>()

  packageRoots(): string[] {
    return [...new Set([...this.packages.values()].map(({ folder }) => dirname(folder)))]
  }

  folderOf(dramaId: string): string | null {
    return this.packages.get(dramaId)?.folder ?? null
  }

  packageOf(dramaId: string): PackageFolder | null {
    return this.packages.get(dramaId) ?? null
  }

  /** Throws BrokenPackage if another folder has the same drama, or another drama one of its assets. */
  refuseDuplicates({ folder, drama }: PackageFolder): void {
    const other = this.folderOf(drama.id)
    if (other !== null && other !== folder) throw new BrokenPackage(`${drama.id} is already loaded from ${other}`)
    const owner = this.ownerOfAssets(drama)
    if (owner !== null) throw new BrokenPackage(`an asset already belongs to ${owner}`)
  }

  put(added: PackageFolder): void {
    this.remove(added.drama.id)
    this.packages.set(added.drama.id, added)
    const shared = { dramaId: added.drama.id, folder: added.folder, renditions: added.drama.renditions }
    for (const episode of added.drama.episodes) this.assets.set(episode.asset, { ...shared, episode })
  }

  remove(dramaId: string): void {
    for (const { asset } of this.packages.get(dramaId)?.drama.episodes ?? []) this.assets.delete(asset)
    this.packages.delete(dramaId)
  }

  keepOnly(folders: ReadonlySet<string>): { folder: string; dramaId: string }[] {
    const gone = [...this.packages.values()].filter(({ folder }) => !folders.has(folder))
    for (const { drama } of gone) this.remove(drama.id)
    return gone.map(({ folder, drama }) => ({ folder, dramaId: drama.id }))
  }

  asset(name: string): Asset | null {
    return this.assets.get(name) ?? null
  }

  picture(dramaId: string, name: string): Picture | null {
    const known = this.packages.get(dramaId)
    return [known?.cover, known?.banner].find(picture => picture?.name === name) ?? null
  }

  private ownerOfAssets({ id, episodes }: DramaPackage): string | null {
    const owners = episodes.map(episode => this.assets.get(episode.asset)?.dramaId)
    return owners.find(owner => owner !== undefined && owner !== id) ?? null
  }
}
