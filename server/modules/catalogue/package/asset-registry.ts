import type { PackageFolder, Picture } from './package-folder.js'
import type { DramaPackage, EpisodePackage } from './package-schema.js'

/** The files of one episode: its layout, the qualities its tracks belong to, and the folder its objects lie in. */
export interface Asset {
  dramaId: string
  folder: string
  renditions: DramaPackage['renditions']
  episode: EpisodePackage
}

/** The packages this process can serve files of, by drama. Rows say what exists; the library says where its files are. */
export class AssetRegistry {
  private readonly packages = new Map<string, PackageFolder>()
  private readonly assets = new Map<string, Asset>()

  /** The folder a drama's files are served from. */
  folderOf(dramaId: string): string | null {
    return this.packages.get(dramaId)?.folder ?? null
  }

  /** The drama that already uses one of these assets, if another does. */
  ownerOfAssets({ id, episodes }: DramaPackage): string | null {
    const owners = episodes.map(episode => this.assets.get(episode.asset)?.dramaId)
    return owners.find(owner => owner !== undefined && owner !== id) ?? null
  }

  put(added: PackageFolder): void {
    this.remove(added.drama.id)
    this.packages.set(added.drama.id, added)
    const shared = { dramaId: added.drama.id, folder: added.folder, renditions: added.drama.renditions }
    for (const episode of added.drama.episodes) this.assets.set(episode.asset, { ...shared, episode })
  }

  /** Forgets packages whose folders are gone, and says which they were. */
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

  private remove(dramaId: string): void {
    for (const { asset } of this.packages.get(dramaId)?.drama.episodes ?? []) this.assets.delete(asset)
    this.packages.delete(dramaId)
  }
}
