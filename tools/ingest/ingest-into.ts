// Adds episodes to a package, or replaces them, and leaves the rest of the package as it is.
import { access, chmod, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { listObjectNames } from '../../server/modules/catalogue/package/package-folder.js'
import {
  type DramaPackage,
  dramaPackage,
  type EpisodePackage
} from '../../server/modules/catalogue/package/package-schema.js'
import { toVtt } from './captions.js'
import { readDramaDescription } from './description.js'
import {
  type EncodedEpisode,
  type EncodingRun,
  encodeEpisodes,
  formatElapsed,
  storeCaptions
} from './encode-episodes.js'
import { IngestFailure } from './failure.js'
import { createFingerprint, fingerprintFile, isUpToDate } from './fingerprint.js'
import { type IngestResult, publishNew } from './ingest.js'
import type { Options } from './options.js'
import { probe, type Source } from './probe.js'
import type { IngestReport } from './progress.js'
import { createStagingFolder, finishInterrupted, publish } from './publish.js'
import { type QualityLevel, qualityLevels } from './quality-ladder.js'
import { readPackage } from './read-package.js'
import { checkPrograms } from './run-program.js'
import { listNumberedFolder, type NumberedListing } from './source-folder.js'

/** `into` is the folder of the package, which is made if it does not exist. Throws `IngestFailure`. */
export const ingestInto = async (
  options: Options & { readonly into: string },
  signal: AbortSignal,
  report: IngestReport
): Promise<IngestResult> => {
  const { into } = options
  await finishInterrupted(dirname(into), basename(into))
  const listing = await listNumberedFolder(options.folder)
  await checkCaptionTexts(listing)
  const isPackage = await access(join(into, 'drama.json')).then(
    () => true,
    () => false
  )
  if (isPackage) return addEpisodes(options, listing, signal, report)
  const [orphan] = listing.captioned
  if (orphan !== undefined) throw new IngestFailure(`${orphan.captions[0]?.file}: there is no episode ${orphan.no}`)
  const description = await readDramaDescription(listing)
  return publishNew({ options, listing, description, folder: into }, signal, report)
}

/** Before the films, which take hours. */
const checkCaptionTexts = async ({ folder, episodes, captioned }: NumberedListing): Promise<void> => {
  for (const { captions } of [...episodes, ...captioned])
    for (const { file } of captions) toVtt(await readFile(join(folder, file), 'utf8'), file)
}

const addEpisodes = async (
  options: Options & { readonly into: string },
  listing: NumberedListing,
  signal: AbortSignal,
  report: IngestReport
): Promise<IngestResult> => {
  const start = performance.now()
  const { into } = options
  const [out, name] = [dirname(into), basename(into)]
  const drama = await readPackage(into)
  checkCaptioned(drama, listing)
  const ladder = findLadder(drama)
  const fingerprint = await createFingerprint({ ...listing, description: null, cover: null, banner: null }, options)
  const result = { drama_id: drama.id, folder: into, episodes: listing.episodes.length }
  if (await isUpToDate(into, fingerprint)) {
    report.log(`${name}: unchanged, nothing to do (${into})`)
    return { ...result, status: 'unchanged' }
  }
  await checkPrograms(signal)
  const sources: Source[] = []
  for (const { file } of listing.episodes) sources.push(await probe(join(listing.folder, file), signal))
  report.begin(sources.length)
  for (const file of [listing.description, listing.cover, listing.banner])
    if (file !== null) report.log(`${file} is not used: the package keeps its own`)
  report.log(`${name}: ${sources.length} episodes in ${ladder.map(rung => rung.name).join(', ')}`)
  const staging = await createStagingFolder(out, name)
  const kept = new Map(drama.episodes.map(episode => [episode.no, episode]))
  const run: EncodingRun = {
    listing,
    dramaId: drama.id,
    titleOf: no => kept.get(no)?.title ?? null,
    priceOf: no => kept.get(no)?.price ?? null,
    sources,
    ladder,
    options,
    staging,
    report,
    signal
  }
  try {
    // The staging folder is private to its owner, but the server may run as another user.
    await chmod(staging, 0o755)
    await mkdir(join(staging, 'objects'))
    await mkdir(join(staging, 'work'))
    const changed = mergeEpisodes(drama, await encodeEpisodes(run), await storeOtherCaptions(run, listing))
    await rm(join(staging, 'work'), { recursive: true })
    await keepFiles(into, staging, changed)
    await writeFile(join(staging, 'drama.json'), `${JSON.stringify(changed)}\n`)
    await writeFile(join(staging, fingerprintFile), `${JSON.stringify({ fingerprint })}\n`)
    signal.throwIfAborted()
    await publish(staging, out, name)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  report.log(`${name}: ${sources.length} episodes published in ${into} in ${formatElapsed(start)}`)
  return { ...result, status: 'published' }
}

/** The qualities of the package, because all its episodes have the same. */
const findLadder = (drama: DramaPackage): readonly QualityLevel[] =>
  drama.renditions.map(({ name }) => {
    const level = qualityLevels.find(candidate => candidate.name === name)
    if (level === undefined) throw new IngestFailure(`the package has the quality ${name}, which ingest does not make`)
    return level
  })

const checkCaptioned = ({ episodes }: DramaPackage, { captioned }: NumberedListing): void => {
  for (const { no, captions } of captioned)
    if (!episodes.some(episode => episode.no === no))
      throw new IngestFailure(`${captions[0]?.file}: there is no episode ${no}`)
}

type Captions = EpisodePackage['captions']

const storeOtherCaptions = async (
  run: EncodingRun,
  { captioned }: NumberedListing
): Promise<ReadonlyMap<number, Captions>> => {
  const stored = new Map<number, Captions>()
  for (const episode of captioned) stored.set(episode.no, await storeCaptions(run, episode))
  return stored
}

/** Captions of other languages stay. */
const mergeCaptions = (before: Captions, added: Captions): Captions => [
  ...before.filter(({ lang }) => !added.some(caption => caption.lang === lang)),
  ...added
]

const mergeEpisodes = (
  drama: DramaPackage,
  encoded: readonly EncodedEpisode[],
  captions: ReadonlyMap<number, Captions>
): DramaPackage => {
  const episodes = new Map(drama.episodes.map(episode => [episode.no, episode]))
  for (const [no, added] of captions) {
    const episode = episodes.get(no)
    if (episode !== undefined) episodes.set(no, { ...episode, captions: mergeCaptions(episode.captions, added) })
  }
  for (const { episode } of encoded) {
    const before = episodes.get(episode.no)?.captions ?? []
    episodes.set(episode.no, { ...episode, captions: mergeCaptions(before, episode.captions) })
  }
  const renditions = drama.renditions.map((rendition, index) => {
    const peaks = encoded.map(({ stored }) => stored[index]?.bandwidth ?? 0)
    return { ...rendition, bandwidth: Math.max(rendition.bandwidth, ...peaks) }
  })
  return dramaPackage.parse({ ...drama, renditions, episodes: [...episodes.values()].sort((a, b) => a.no - b.no) })
}

/** Links what the package keeps. Objects that are missing lie only in a bucket. */
const keepFiles = async (from: string, to: string, drama: DramaPackage): Promise<void> => {
  const objects = [...listObjectNames(drama)].map(name => join('objects', name))
  for (const name of new Set([drama.cover, drama.banner, ...objects])) {
    await link(join(from, name), join(to, name)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOENT') return
      await copyFile(join(from, name), join(to, name))
    })
  }
}
